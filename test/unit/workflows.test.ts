/** Checks the workflows with the language service that GitHub makes for them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows');
const workflows = globSync('*.yml', { cwd: folder }).map((file) => ({
  file: basename(file),
  text: readFileSync(join(folder, file), 'utf8'),
}));

/** The package imports JSON without saying so, as bundlers allow; Node wants the attribute. */
async function languageService() {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  });
  try {
    return await import('@actions/languageservice');
  } finally {
    hooks.deregister();
  }
}

/** A file's name must be its own: the service remembers what it has parsed. */
async function problems(file: string, text: string): Promise<string[]> {
  const { validate } = await languageService();
  const found = await validate(TextDocument.create(`file:///.github/workflows/${file}`, 'yaml', 1, text), {
    fileProvider: { getFileContent: async ({ path }) => ({ name: path, content: textOf(basename(path)) }) },
  });
  return found.map(({ message, range }) => `${file}:${range.start.line + 1} ${message}`);
}

function textOf(file: string): string {
  return workflows.find((workflow) => workflow.file === file)?.text ?? '';
}

suite('workflows', () => {
  for (const { file, text } of workflows) {
    test(`${file} is valid`, async () => {
      assert.deepEqual(await problems(file, text), []);
    });

    test(`${file} pins every action to a commit and names its version`, () => {
      const used = [...text.matchAll(/\buses: (.*)/g)].map(([, action = '']) => action);
      assert.ok(used.length > 0);
      assert.deepEqual(
        used.filter((action) => !/^(\.\/.*|[\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action)),
        [],
      );
    });

    test(`${file} grants permissions per job, and none to all`, () => {
      const { permissions, jobs } = parse(text);
      assert.deepEqual(permissions, {});
      for (const [name, job] of Object.entries<{ permissions?: object }>(jobs)) assert.ok(job.permissions, name);
    });
  }

  test('no workflow uses a secret', () => {
    assert.deepEqual(
      workflows.filter(({ text }) => /\bsecrets\b/.test(text)).map(({ file }) => file),
      [],
    );
  });

  test('Dependabot and the issue forms have what GitHub asks of them', () => {
    const read = (file: string) => parse(readFileSync(join(folder, '..', file), 'utf8'));
    assert.deepEqual(
      read('dependabot.yml').updates.map((update: Record<string, string>) => update['package-ecosystem']),
      ['npm', 'github-actions'],
    );
    for (const form of ['bug', 'idea']) {
      const { name, description, body } = read(`ISSUE_TEMPLATE/${form}.yml`);
      assert.ok(name && description);
      for (const { type, id, attributes } of body) {
        assert.ok(type === 'markdown' ? attributes.value : /^(input|textarea)$/.test(type) && id && attributes.label);
      }
    }
  });

  test('the validator finds a wrong trigger, permission, need and expression', async () => {
    const text = textOf('release.yml')
      .replace('tags:', 'tag:')
      .replace('attestations: write', 'attestations: always')
      .replace('needs: package', 'needs: packing')
      .replace('github.token', 'githb.token');
    const found = (await problems('wrong.yml', text)).join('\n');
    for (const word of ['tag', 'always', 'packing', 'githb']) assert.match(found, new RegExp(`'${word}'`));
  });
});
