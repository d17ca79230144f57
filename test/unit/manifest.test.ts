/** Holds the ids in the code against package.json, and package.json against its texts. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { transformSync } from 'esbuild';
import { commandIds } from '../../src/workbench/commandIds.ts';
import { settingBounds } from '../../src/workbench/settings.ts';

const project = join(import.meta.dirname, '..', '..');
const manifestText = readFileSync(join(project, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText);
const { contributes } = manifest;
const texts: Record<string, string> = JSON.parse(readFileSync(join(project, 'package.nls.json'), 'utf8'));
const code = globSync('src/**/*.ts', { cwd: project, exclude: (file) => file.endsWith('commandIds.ts') })
  .map((file) => readFileSync(join(project, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, ''))
  .join('\n');

const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
const settings = Object.keys(contributes.configuration.properties);
const views: string[] = contributes.views.videoRecords.map(({ id }: { id: string }) => id);

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** Every value of a key, however deep. What a tool takes is described for models, in English. */
function valuesOf(key: string, node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'inputSchema' ? [] : [...(name === key ? [value] : []), ...valuesOf(key, value)],
  );
}

/** The settings of ours that the code reads or writes, under the names that it gives to their section. */
function settingsInCode(): string[] {
  const section = /(?:getConfiguration\('videoRecords'\)|\bconfiguration(?:\(\))?)/.source;
  const ours = /\b(?:numberSetting|userSetting|levelsOf)/.source;
  return found(code, new RegExp(`(?:${section}\\s*\\.(?:get|inspect|update)(?:<[^(]*>)?|${ours})\\('(\\w+)'`, 'g'));
}

suite('manifest', () => {
  test('the commands of the code are the commands of the manifest', () => {
    assert.deepEqual(Object.values(commandIds).toSorted(), commands.toSorted());
    assert.equal(new Set(commands).size, commands.length);
  });

  test('commands that take one file are not offered for several', () => {
    for (const { when } of contributes.menus['explorer/context']) assert.match(when, /!listMultiSelection/);
  });

  test('no condition has an operator that VS Code does not know: it would hold always', () => {
    const conditions = [...valuesOf('when', contributes), ...valuesOf('enablement', contributes)];
    assert.deepEqual(
      conditions.filter((condition) => String(condition).includes('!~')),
      [],
    );
  });

  test('menus, keys, walkthrough and texts name commands that exist', () => {
    const named = [
      ...valuesOf('command', contributes.menus),
      ...valuesOf('command', contributes.keybindings),
      ...found(manifestText, /onCommand:(videoRecords\.\w+)/g),
      ...found(Object.values(texts).join('\n'), /\(command:(videoRecords\.\w+)/g),
    ];
    assert.deepEqual(
      named.filter((id) => !commands.includes(String(id))),
      [],
    );
  });

  test('a service that is in no setting is offered all but what changes its setting', () => {
    const offered = (context: string) =>
      contributes.menus['view/item/context'].flatMap(({ command, when }: { command: string; when: string }) => {
        const [, equal, pattern] = /viewItem (?:== (\w+)|=~ \/(.*?)\/)/.exec(when) ?? [];
        const isMeant = pattern === undefined ? context === equal : new RegExp(pattern).test(context);
        return /\brecent\b/.test(when) && isMeant ? [command] : [];
      });
    const changing = [commandIds.changeAccess, commandIds.renameService, commandIds.removeService];
    assert.deepEqual(
      offered('service').filter((command: string) => !offered('service temporary').includes(command)),
      changing,
    );
    assert.ok(offered('service temporary').includes(commandIds.testConnection));
  });

  test('a table offers the checks that records do', () => {
    const offered = (menu: string, context: string) =>
      contributes.menus[menu].flatMap(({ command, when }: { command: string; when: string }) =>
        when.includes(context) && /\.check/.test(command) ? [command] : [],
      );
    const checks = [commandIds.check, commandIds.checkLinks];
    assert.deepEqual(offered('editor/title', 'activeCustomEditorId == videoRecords.table'), checks);
    assert.deepEqual(offered('editor/context', 'video(record|worksheet)'), checks);
  });

  test('the palette offers either of two commands that undo each other, never both', () => {
    const shownWhen = (command: string): string =>
      contributes.menus.commandPalette.find((item: { command: string }) => item.command === command).when;
    const pairs = [
      [commandIds.pin, commandIds.unpin, 'videoRecords.activePinned'],
      [commandIds.stopSampleService, commandIds.startSampleService, 'videoRecords.sampleRunning'],
    ] as const;
    for (const [one, other, context] of pairs) {
      const negated = [shownWhen(one), shownWhen(other)].filter((when) => when.includes(`!${context}`));
      assert.ok(shownWhen(one).includes(context) && shownWhen(other).includes(context));
      assert.equal(negated.length, 1);
    }
  });

  test('the settings that the code reads are the settings of the manifest', () => {
    assert.deepEqual(
      settingsInCode().map((key) => `videoRecords.${key}`),
      settings.toSorted(),
    );
  });

  test('the code keeps numbers within the bounds of the manifest', () => {
    const numbers = settings.filter((key) => contributes.configuration.properties[key].type === 'number');
    const bounds = numbers.map((key) => {
      const { minimum, maximum } = contributes.configuration.properties[key];
      return [key.replace('videoRecords.', ''), { minimum, maximum }];
    });
    assert.deepEqual(Object.fromEntries(bounds), settingBounds);
  });

  test('settings that texts, events and restrictions name exist', () => {
    const named = [
      ...found(code, /affectsConfiguration\('(videoRecords\.\w+)'\)/g),
      ...found(code, /openSettings', '(videoRecords\.\w+)'/g),
      ...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    ];
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((key) => !settings.includes(key)),
      [],
    );
  });

  test('an untrusted workspace cannot say where records go, how large they are, or load pictures', () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const risky = ['services', 'defaultService', 'maxRecordSize', 'remotePictures'].map((key) => `videoRecords.${key}`);
    assert.deepEqual(restrictedConfigurations.toSorted(), risky.toSorted());
  });

  test('only user settings turn off the history', () => {
    assert.equal(contributes.configuration.properties['videoRecords.history'].scope, 'application');
  });

  test('every setting has a default, here alone', () => {
    for (const key of settings) assert.ok('default' in contributes.configuration.properties[key], key);
  });

  test('the catalogue and the history are collapsed until they are asked for', () => {
    const collapsed = contributes.views.videoRecords.filter((view: { visibility?: string }) => view.visibility);
    assert.deepEqual(
      collapsed.map(({ id, visibility }: { id: string; visibility: string }) => [id, visibility]),
      [
        ['videoRecords.catalogue', 'collapsed'],
        ['videoRecords.history', 'collapsed'],
      ],
    );
  });

  test('views, schemes and panels of the code are those of the manifest', () => {
    assert.deepEqual(found(code, /createTreeView(?:<\w+>)?\('([\w.]+)'/g), views.toSorted());
    assert.deepEqual(Object.keys(contributes.views), [contributes.viewsContainers.activitybar[0].id]);
    const whens = [...valuesOf('when', contributes), ...valuesOf('view', contributes.viewsWelcome)].join('\n');
    assert.deepEqual(found(whens, /(?:view|focusedView) == ([\w.]+)/g), views.toSorted());
    const schemes = found(code, /Scheme = '(\w+)'/g);
    const activating = found(manifestText, /onFileSystem:(\w+)/g);
    assert.deepEqual(
      activating.filter((scheme) => !schemes.includes(scheme)),
      [],
    );
    assert.equal(activating.length, code.match(/\bregisterFiles\(\w+Scheme/g)?.length);
    const panels = found(code, /viewType = '([\w.]+)'/g).map((type) => `onWebviewPanel:${type}`);
    assert.deepEqual(
      manifest.activationEvents.filter((event: string) => event.startsWith('onWebviewPanel:')),
      panels,
    );
  });

  test('every context that the manifest asks for is set by the code', () => {
    const conditions = [...valuesOf('when', contributes), ...valuesOf('enablement', contributes)].join('\n');
    const asked = [
      ...found(conditions, /(?<![!=]= |config\.)\bvideoRecords\.([\w.]+)/g),
      ...found(manifestText, /onContext:videoRecords\.([\w.]+)/g),
    ];
    const steps = found(code, /\btype TourStep = ([^;]*);/g).flatMap((list) => found(list, /'(\w+)'/g));
    const set = [...found(code, /setContext(?:', 'videoRecords\.|\(')(\w+)'/g), ...steps.map((step) => `done.${step}`)];
    assert.deepEqual([...new Set(asked)].sort(), [...new Set(set)].sort());
  });

  test('every text of the manifest exists, and none is left over', () => {
    assert.deepEqual(found(manifestText, /"%([\w.]+)%"/g), Object.keys(texts).sort());
  });

  test('a command that copies a text for a shell names the shell, in every language', () => {
    const titles = globSync('package.nls*.json', { cwd: project }).map(
      (file) => JSON.parse(readFileSync(join(project, file), 'utf8'))['command.copyWriteAsCurl'],
    );
    for (const title of titles) assert.match(title, /\(bash\)$/);
  });

  test('what a person reads in the manifest goes through package.nls.json', () => {
    const keys = [
      'title',
      'description',
      'markdownDescription',
      'name',
      'contents',
      'altText',
      'category',
      'displayName',
      'userDescription',
      'label',
      'enumDescriptions',
      'aliases',
    ];
    const plain = keys
      .flatMap((key) => valuesOf(key, { ...contributes, resourceLabelFormatters: [] }).flat())
      .filter((text) => !/^(%[\w.]+%|videoRecords_\w+)$/.test(String(text)));
    assert.deepEqual(plain, []);
  });

  test('the VSIX has the types of the API in one file that needs no other', () => {
    const api = readFileSync(join(project, 'src', 'api.ts'), 'utf8');
    assert.equal(transformSync(api, { loader: 'ts' }).code, '');
    assert.ok(readFileSync(join(project, '.vscodeignore'), 'utf8').split('\n').includes('!dist/api.d.ts'));
  });
});
