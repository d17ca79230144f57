import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CheckResult } from '../../../src/checks/checkRecords.ts';
import { foundSheets } from '../../../src/checks/foundSheets.ts';
import { nothing, withResult } from '../../../src/checks/toDo.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { WorksheetName } from '../../../src/worksheet/uri.ts';
import { typedInto } from '../../support/host/picks.ts';
import { cancellingProgress, progressAtOnce } from '../../support/host/progress.ts';
import {
  answering,
  closeAll,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  reported,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { invoke, quoted } from '../../support/host/tools.ts';
import { openSheet, sheetAt } from '../../support/host/worksheets.ts';
import { aRecord, type RecordService } from '../../support/recordService.ts';

interface Finding {
  readonly rule: string;
  readonly service: string;
  readonly id: number;
  readonly field: string;
  readonly message: string;
  readonly fix?: string;
  readonly ids?: readonly number[];
}

const ids = [1, 2, 3, 4, 5, 6];

suite('Checks', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk(ids, { checks: { missing: false, duplicates: false, addresses: false } });
    service.change(2, { title: 'Ada Example - Boats &amp; maps', tags: ['boats', 'Ada Example'] });
    service.change(3, { title: 'Slow  boats' });
    service.change(5, { title: 'Fast  boats' });
  });
  teardown(() => closeDesk(service));
  suiteTeardown(() => configure({ desk: { baseUrl: service.baseUrl } }, { checks: undefined }));

  const check = async (argument?: unknown) => {
    const findings = await command<Finding[]>('check', argument);
    return { findings, places: findings.map(({ id, rule, field }) => `${id} ${rule} ${field}`).sort() };
  };
  const expected = [
    '2 tagRepeats tags',
    '2 textEntities title',
    '2 titleHasSpeaker title',
    '3 spaces title',
    '5 spaces title',
  ];
  const problems = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Video Records check');
  const rulesAt = (uri: vscode.Uri) => problems(uri).map(({ code }) => Object(code).value);
  const sheetOfFindings = async () => {
    await check({ service: 'desk', ids });
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    return sheetAt(document.uri.toString());
  };
  const actions = async (uri: vscode.Uri, range: vscode.Range, kind: string) =>
    vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind, 50);
  const isFix = ({ title }: vscode.CodeAction) => !title.startsWith('Not a Mistake');
  const select = async (document: vscode.TextDocument, text: string) => {
    const editor = await vscode.window.showTextDocument(document);
    const at = document.positionAt(document.getText().indexOf(text));
    editor.selection = new vscode.Selection(at, at.translate(0, 1));
  };
  const apply = async (uri: vscode.Uri, rule: string, title: RegExp) => {
    const problem = problems(uri).find(({ code }) => Object(code).value === rule);
    assert.ok(problem, rule);
    const found = await actions(uri, problem.range, 'quickfix');
    const action = found.find((one) => title.test(one.title));
    assert.ok(action?.edit, found.map((one) => one.title).join('\n'));
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  };

  test('opens what it finds in records as a worksheet of exactly these records, which can be recognised', async () => {
    const { findings, places } = await check({ service: 'desk', ids });
    assert.deepEqual(places, expected);
    const spaces = findings.find(({ rule }) => rule === 'spaces');
    assert.deepEqual(
      { ...spaces, message: '' },
      { rule: 'spaces', service: 'desk', id: 3, field: 'title', message: '', fix: '"Slow boats"' },
    );
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    const sheet = await sheetAt(document.uri.toString());
    assert.deepEqual(
      sheet.rows().map((row) => Object.keys(row)),
      [2, 3, 5].map(() => ['id', 'title', 'category', 'tags']),
    );
    assert.equal(isUnsaved(document), false);
    assert.match(document.uri.path, /^\/All kinds\./);
    const [first] = problems(document.uri).filter(({ code }) => Object(code).value === 'spaces');
    assert.equal(document.getText(first?.range), '"Slow  boats"');
    assert.match(String(Object(first?.code).target), /checks\.md#spaces$/);
    assert.match(shownMessages().at(-1) ?? '', /Problems found in 3 records: Stray spaces and characters \(2\), /);
  });

  test('reads a worksheet again that is open without changes', async () => {
    await sheetOfFindings();
    service.change(3, { title: 'Very  slow boats' });
    const { document } = await sheetOfFindings();
    assert.ok(problems(document.uri).some(({ range }) => document.getText(range) === '"Very  slow boats"'));
  });

  test('underlines the item of a list, not the list', async () => {
    const { document } = await sheetOfFindings();
    const [repeated] = problems(document.uri).filter(({ code }) => Object(code).value === 'tagRepeats');
    assert.equal(document.getText(repeated?.range), '"Ada Example"');
  });

  test('checks the active record in its editor, with its unsaved text', async () => {
    const document = await openRecord('desk', 4);
    assert.deepEqual((await check(document.uri)).places, []);
    await edit(document, 'title', '"Two  spaces"');
    assert.deepEqual((await check(document.uri)).places, ['4 spaces title']);
    assert.deepEqual(rulesAt(document.uri), ['spaces']);
    await edit(document, 'title', '"Two spaces"');
    await until('the finding is gone', () => problems(document.uri).length === 0);
  });

  test('asks what to check, the nearest first, and types nothing into it', async () => {
    const { baseUrl } = service;
    await configure({ other: { baseUrl }, desk: { baseUrl } });
    await command('updateCatalogue', { service: 'desk', ids: '1-3' });
    const choosing = async (label: string) => {
      let labels: readonly string[] = [];
      const choose = async (items: readonly vscode.QuickPickItem[]) => {
        labels = items.map((item) => item.label);
        return items.find((item) => item.label === label);
      };
      const { places } = await withStandIn('showQuickPick', choose, () =>
        withStandIn(
          'showInputBox',
          async () => 'slow',
          () => check(),
        ),
      );
      return { labels, places };
    };
    const catalogues = ['Catalogue of "desk"', 'Catalogue of "other"', 'Records that match a query…'];
    const document = await openRecord('desk', 3);
    assert.deepEqual(await choosing('Record 3'), { labels: ['Record 3', ...catalogues], places: ['3 spaces title'] });
    const ofDesk = expected.filter((place) => !place.startsWith('5'));
    assert.deepEqual((await choosing('Catalogue of "desk"')).places, ofDesk);
    assert.equal(isUnsaved(document), false);

    const sheet = await openSheet('desk', [1, 3, 5], ['title']);
    await sheet.replace('Talk 1', 'Talk  1');
    const ofSheet = ['1 spaces title', '3 spaces title', '5 spaces title'];
    assert.deepEqual(await choosing('This worksheet'), { labels: ['This worksheet', ...catalogues], places: ofSheet });
    assert.deepEqual((await choosing('Records that match a query…')).places, ['3 spaces title']);
    await select(sheet.document, 'Slow');
    const labels = ['Selected rows', 'This worksheet', ...catalogues];
    assert.deepEqual(await choosing('Selected rows'), { labels, places: ['3 spaces title'] });
  });

  test('asks which service is meant where the rows of several are selected', async () => {
    const { baseUrl } = service;
    await configure({ other: { baseUrl }, desk: { baseUrl } });
    const rows = ['desk', 'other'].map((name) => ({ service: name, id: 3, kind: 'record' }));
    const second = async (items: readonly vscode.QuickPickItem[]) => items[1];
    const found = await withStandIn('showQuickPick', second, () => command<Finding[]>('check', rows[0], rows));
    assert.deepEqual(
      found.map(({ service: name, id }) => `${name} ${id}`),
      ['other 3'],
    );
  });

  test('checks a record and a worksheet by URI, and the records of rows', async () => {
    const sheet = await openSheet('desk', [1, 3, 5], ['category']);
    assert.deepEqual((await check(sheet.document.uri.toString())).places, ['3 spaces title', '5 spaces title']);
    const document = await openRecord('desk', 3);
    assert.deepEqual((await check(document.uri)).places, ['3 spaces title']);
    const rows = [3, 4, 5].map((id) => ({ service: 'desk', id, kind: 'record' }));
    const found = await command<Finding[]>('check', rows[0], rows);
    assert.deepEqual(
      found.map(({ id }) => id),
      [3, 5],
    );
  });

  test('checks a worksheet with unsaved changes where it is', async () => {
    const sheet = await openSheet('desk', [1, 4], ['title']);
    await sheet.replace('Talk 4', 'Talk  4');
    assert.deepEqual((await check(sheet.document.uri)).places, ['4 spaces title']);
    assert.equal(vscode.window.activeTextEditor?.document, sheet.document);
    assert.deepEqual(rulesAt(sheet.document.uri), ['spaces']);
  });

  test('checks the selected rows of a worksheet only, and all of them for a program', async () => {
    const sheet = await openSheet('desk', [1, 3, 5], ['title']);
    const { uri } = sheet.document;
    await sheet.replace('Talk 1', 'Talk  1');
    await select(sheet.document, 'Slow');
    assert.deepEqual((await check(uri)).places, ['3 spaces title']);
    assert.equal(sheet.document.getText(problems(uri)[0]?.range), '"Slow  boats"');
    await sheet.replace('Slow  boats', 'Slower  boats');
    await until('what is found follows', () => sheet.document.getText(problems(uri)[0]?.range) === '"Slower  boats"');
    assert.equal(problems(uri).length, 1);
    await select(sheet.document, 'Fast');
    assert.deepEqual((await check(uri)).places, ['5 spaces title']);
    assert.deepEqual((await check(uri.toString())).places, ['1 spaces title', '3 spaces title', '5 spaces title']);
  });

  test('keeps the findings of a document in another language mode', async () => {
    const { document, replace } = await sheetOfFindings();
    const { languageId } = document;
    const before = rulesAt(document.uri).toSorted();
    assert.ok(before.length > 0);
    const other = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await until('VS Code has opened it again', () => other.languageId === 'plaintext');
    assert.deepEqual(rulesAt(document.uri).toSorted(), before);
    await replace('Slow  boats', 'Even  slower boats');
    await until('it is checked', () => problems(other.uri).some(({ range }) => /Even/.test(other.getText(range))));
    await vscode.languages.setTextDocumentLanguage(other, languageId);
  });

  test('fixes one, and undo brings the finding back', async () => {
    const sheet = await sheetOfFindings();
    const { uri } = sheet.document;
    const before = sheet.document.getText();
    await apply(uri, 'textEntities', /^Decode HTML entities$/);
    await until('it is fixed', () => !rulesAt(uri).includes('textEntities'));
    assert.equal(sheet.rows()[0]?.title, 'Ada Example - Boats & maps');
    assert.deepEqual(
      rulesAt(uri).filter((rule) => rule === 'spaces'),
      ['spaces', 'spaces'],
    );
    await vscode.commands.executeCommand('undo');
    await until('it is back', () => rulesAt(uri).includes('textEntities'));
    assert.equal(sheet.document.getText(), before);
    assert.equal(service.taken().filter((request) => !request.startsWith('GET')).length, 0);
  });

  test('a fix writes what it says, also where a field has two mistakes', async () => {
    await configure({ desk: { baseUrl: service.baseUrl } }, { checks: { missing: false, duplicates: false } });
    service.change(4, { source_url: ' https://ann:word@media.example.org/a b.mp4 ' });
    const document = await openRecord('desk', 4);
    await check(document.uri);
    const [problem] = problems(document.uri).filter(({ code }) => Object(code).value === 'addresses');
    assert.ok(problem);
    const offered = (await actions(document.uri, problem.range, 'quickfix')).flatMap(({ title, edit }) => {
      const [, says] = /^Change to "(.*)"$/.exec(title) ?? [];
      return says !== undefined && edit ? [{ says, edit }] : [];
    });
    assert.deepEqual(
      offered.map(({ says }) => says),
      ['https://media.example.org/a%20b.mp4'],
    );
    for (const { says, edit } of offered) {
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.equal(value(document, 'source_url'), says);
    }
  });

  test('fixes all of a kind in the document, with one undo', async () => {
    const sheet = await sheetOfFindings();
    const before = sheet.document.getText();
    await apply(sheet.document.uri, 'spaces', /^Fix all in this document: /);
    await until('they are fixed', () => !rulesAt(sheet.document.uri).includes('spaces'));
    assert.deepEqual(
      sheet.rows().map(({ title }) => title),
      ['Ada Example - Boats &amp; maps', 'Slow boats', 'Fast boats'],
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(sheet.document.getText(), before);
  });

  test('fixes everything that has one clear fix as a source action, with one undo', async () => {
    const sheet = await sheetOfFindings();
    const { uri } = sheet.document;
    const before = sheet.document.getText();
    const [action, ...more] = await actions(uri, new vscode.Range(0, 0, 0, 0), 'source.fixAll.videoRecords');
    assert.ok(action?.edit);
    assert.equal(more.length, 0);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    await until('all of them are fixed', () => problems(uri).length === 1);
    assert.deepEqual(rulesAt(uri), ['titleHasSpeaker']);
    assert.deepEqual(
      sheet.rows().map(({ title }) => title),
      ['Ada Example - Boats & maps', 'Slow boats', 'Fast boats'],
    );
    assert.ok(isUnsaved(sheet.document));
    await vscode.commands.executeCommand('undo');
    assert.equal(sheet.document.getText(), before);
  });

  test('leaves a list that it fixes on one line of the worksheet', async () => {
    const sheet = await sheetOfFindings();
    assert.match(sheet.document.getText(), /"tags": \["boats", "Ada Example"\]/);
    await apply(sheet.document.uri, 'tagRepeats', /^Remove repeated tags$/);
    assert.match(sheet.document.getText(), /"tags": \["boats"\]/);
  });

  test('is not among the fixes that a save makes for other languages', async () => {
    const document = await openRecord('desk', 3);
    assert.deepEqual((await check(document.uri)).places, ['3 spaces title']);
    const settings = vscode.workspace.getConfiguration('editor');
    await settings.update('codeActionsOnSave', { 'source.fixAll': 'explicit' }, true);
    try {
      await edit(document, 'title', '"Even  slower boats"');
      const found = () => document.getText(problems(document.uri)[0]?.range);
      await until('the fix is offered', () => found() === '"Even  slower boats"');
      assert.ok(await document.save());
    } finally {
      await settings.update('codeActionsOnSave', undefined, true);
    }
    assert.equal(service.record(3).title, 'Even  slower boats');
  });

  test('shows what concerns several records once, and a choice changes all of them', async () => {
    service.change(1, { tags: ['Maps'] });
    const found = await command<Finding[]>('check', { service: 'desk', ids: [1, 4, 6] });
    assert.deepEqual(
      found.map(({ rule, ids: of }) => ({ rule, of })),
      [{ rule: 'nameVariants', of: [4, 6] }],
    );
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const sheet = await sheetAt(document.uri.toString());
    assert.equal(problems(document.uri).length, 1);
    await apply(document.uri, 'nameVariants', /^Change to "Maps" in 2 records$/);
    await until('it is fixed', () => problems(document.uri).length === 0);
    assert.deepEqual(
      sheet.rows().map(({ id, tags }) => ({ id, tags })),
      [4, 6].map((id) => ({ id, tags: ['boats', 'Maps'] })),
    );
  });

  test('changes all durations of a category, which no longer look like minutes after the first', async () => {
    for (const id of ids) service.change(id, { duration: 10 + id });
    const { document } = await sheetOfFindings();
    await apply(document.uri, 'durationInMinutes', /^Multiply by 60 \(in 6 records\)$/);
    const sheet = await sheetAt(document.uri.toString());
    assert.deepEqual(
      sheet.rows().map(({ duration }) => duration),
      ids.map((id) => (10 + id) * 60),
    );
  });

  test('counts only the records in which a worksheet shows what is fixed', async () => {
    await configure({ desk: { baseUrl: service.baseUrl } }, { checks: { missing: false } });
    const address = 'http://media.example.org/talk';
    for (const id of [2, 4]) service.change(id, { thumbnail_url: address });
    for (const id of [2, 6]) service.change(id, { source_url: address });
    const sheet = await openSheet('desk', [2, 4, 6], ['source_url']);
    await sheet.replace('videos.example.org/talk', 'videos.example.org/other');
    await check(sheet.document.uri);
    const found = () => problems(sheet.document.uri).filter(({ code }) => Object(code).value === 'addresses');
    await until('it is checked', () => found().length > 0);
    const offered = await Promise.all(
      found().map(async ({ range }) =>
        (await actions(sheet.document.uri, range, 'quickfix')).map(({ title }) => title),
      ),
    );
    assert.deepEqual(
      offered.flat().filter((title) => title.startsWith('Use https')),
      ['Use https (in 2 records)'],
    );
  });

  test('offers no fix for a field that the worksheet does not show', async () => {
    const sheet = await openSheet('desk', [2, 3], ['tags']);
    await sheet.replace('"boats", "Ada Example"', '"sails", "Ada Example"');
    await check(sheet.document.uri);
    await until('it is checked', () => rulesAt(sheet.document.uri).includes('spaces'));
    const [hidden] = problems(sheet.document.uri).filter(({ code }) => Object(code).value === 'spaces');
    assert.ok(hidden);
    assert.deepEqual((await actions(sheet.document.uri, hidden.range, 'quickfix')).filter(isFix), []);
    await apply(sheet.document.uri, 'tagRepeats', /^Remove repeated tags$/);
    assert.deepEqual(sheet.rows()[0]?.tags, ['sails']);
  });

  test('offers no fix where the settings make the service read-only', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    const sheet = await sheetOfFindings();
    const [problem] = problems(sheet.document.uri);
    assert.ok(problem);
    assert.deepEqual((await actions(sheet.document.uri, problem.range, 'quickfix')).filter(isFix), []);
  });

  test('turns rules off with the setting', async () => {
    const off = Object.fromEntries(['spaces', 'tagRepeats', 'textEntities', 'duplicates'].map((rule) => [rule, false]));
    await configure({ desk: { baseUrl: service.baseUrl } }, { checks: { ...off, missing: false, addresses: false } });
    assert.deepEqual((await check({ service: 'desk', ids: [2, 3] })).places, ['2 titleHasSpeaker title']);
  });

  suite('of a catalogue', () => {
    setup(async () => {
      service.change(4, { whiteboard: 'Needs editing: cut the end' });
      await command('updateCatalogue', { service: 'desk', ids: '1-6' });
      service.taken();
    });
    const toDo = (rule: string) => vscode.commands.executeCommand('videoRecords.check', { service: 'desk', rule });
    const idsShown = async () => {
      const { document } = vscode.window.activeTextEditor ?? {};
      return document && (await sheetAt(document.uri.toString())).rows().map(({ id }) => id);
    };

    test('checks the records that match a query, and reads only those with findings', async () => {
      assert.deepEqual((await check({ service: 'desk', query: 'title:slow' })).places, ['3 spaces title']);
      assert.deepEqual(await idsShown(), [3]);
      assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /^\/slow\./);
      assert.deepEqual(service.taken(), ['GET 3']);
    });

    test('checks all records from the row of a service, and keeps what is left to do by rule', async () => {
      assert.deepEqual((await check({ kind: 'group', service: 'desk' })).places, expected);
      assert.deepEqual(await idsShown(), [2, 3, 5]);
      await toDo('whiteboard');
      assert.deepEqual(await idsShown(), [4]);
      await toDo('all');
      assert.deepEqual(await idsShown(), [2, 3, 4, 5]);
      service.change(3, { tags: ['boats', 'Boats'] });
      await toDo('spaces');
      assert.deepEqual(await idsShown(), [3, 5]);
      const shown = vscode.window.activeTextEditor?.document;
      assert.match(shown?.uri.path ?? '', /^\/Stray spaces and characters\./);
      assert.deepEqual(shown && rulesAt(shown.uri), ['spaces', 'spaces'], 'what a kind shows is its own');
      const sheet = await sheetAt(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
      await apply(sheet.document.uri, 'spaces', /^Fix all in this document: /);
      await answering('Save', () => sheet.document.save() as Promise<boolean>);
      assert.equal(service.record(5).title, 'Fast boats');
      await closeAll();
      await toDo('spaces');
      assert.equal(vscode.window.activeTextEditor, undefined);
    });

    test('shows duplicates side by side, each with the number of the other', async () => {
      await configure({ desk: { baseUrl: service.baseUrl } }, { checks: { missing: false, addresses: false } });
      for (const id of ids) service.change(id, { source_url: `https://videos.example/${id % 5}` });
      await command('updateCatalogue', { service: 'desk', ids: '1-6' });
      await check({ service: 'desk', query: '' });
      await toDo('duplicates');
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.ok(document);
      assert.match(document.uri.path, /^\/Duplicate records\./);
      const rows = (await sheetAt(document.uri.toString())).rows();
      assert.deepEqual(Object.keys(rows[0] ?? {}), ['id', 'title', 'category', 'source_url']);
      assert.deepEqual(await idsShown(), [1, 6]);
      assert.deepEqual(
        problems(document.uri).map(({ message }) => message),
        ['This is the same video as #6.', 'This is the same video as #1.'],
      );
    });

    test('gives models what it finds there', async () => {
      const answer = await invoke('check', { service: 'desk', query: 'boats' });
      assert.match(answer, /^6 records of the service "desk" were checked, as they are in the catalogue: 5 findings\./);
      assert.match(await invoke('check', { service: 'desk' }), /Name either ids or a query/);
    });

    test('shows progress, and Cancel shows and keeps nothing of what it found', async () => {
      await answering('Delete Catalogue', () => command('deleteCatalogue'));
      for (let id = 1; id <= 300; id += 1) service.raw(id, JSON.stringify(aRecord(id, { title: `Talk  ${id}` })));
      await command('updateCatalogue', { service: 'desk', ids: '1-300' });
      const said = shownMessages().length;
      const { result, shown } = await progressAtOnce(() =>
        cancellingProgress(async () =>
          vscode.commands.executeCommand('videoRecords.check', { service: 'desk', query: '' }),
        ),
      );
      assert.equal(result, undefined);
      const { Notification: location } = vscode.ProgressLocation;
      assert.deepEqual(shown, [
        { options: { location, title: 'Checking records', cancellable: true }, messages: ['250'] },
      ]);
      assert.deepEqual(shownMessages().slice(said), []);
      await toDo('spaces');
      assert.equal(vscode.window.activeTextEditor, undefined);
    });

    test('says how to get a catalogue', async () => {
      await command('deleteCatalogue', { service: 'desk' });
      assert.match(await reported('videoRecords.check', { service: 'desk', query: '' }), /has no catalogue yet/);
    });
  });

  test('opens the first 2,000 of more records, and says so', async () => {
    const opened: number[][] = [];
    const { uri } = await vscode.workspace.openTextDocument({ content: '[]' });
    const worksheets = {
      open: async (name: WorksheetName) => {
        opened.push([...name.ids]);
        return uri;
      },
      rows: async () => [],
      selectedIds: () => undefined,
    };
    let toDo = nothing;
    const documents = { add: async () => {} };
    const files = { current: async () => toDo, isDismissed: async () => () => false };
    const toDos = {
      checked: async () => result,
      keep: async () => {
        toDo = withResult(nothing, result, '');
      },
    };
    const sheets = foundSheets({ worksheets, files, toDos, documents });
    const many = Array.from({ length: 2_345 }, (_, at) => at + 1);
    const each = (id: number) => ({ id, rule: 'spaces', field: 'title', category: '', group: { key: '', of: 1 } });
    const found = many.map(each);
    const about = { noted: [], ids: new Set(many), facts: {} };
    const result = { ...about, found, toDo: found } as unknown as CheckResult;
    const before = shownMessages().length;
    await sheets.openOfCatalogue('desk', result, '');
    await sheets.openToDo('desk', 'spaces');
    assert.deepEqual(opened, [many.slice(0, 2_000), many.slice(0, 2_000)]);
    const said = shownMessages().slice(before);
    assert.equal(said.filter((message) => message.includes('it shows the first of 2,345.')).length, 2);
  });

  test('says so where it finds nothing, and opens nothing', async () => {
    assert.deepEqual((await check({ service: 'desk', ids: [1, 4] })).places, []);
    assert.match(shownMessages().at(-1) ?? '', /No problems found\. Records checked: 2/);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  test('gives models the findings as quoted content, and opens nothing', async () => {
    const answer = await invoke('check', { service: 'desk', ids: [...ids, ...ids] });
    assert.match(answer, /^6 of 6 records of the service "desk" were read and checked: 5 findings\./);
    const [finding] = quoted(answer).filter(({ rule }) => rule === 'spaces');
    assert.equal(finding?.id, 3);
    assert.equal(finding?.fix, '"Slow boats"');
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.match(await invoke('check', { ids: [0] }), /^The input does not match the schema/);
  });

  suite('Change Field in Rows', () => {
    test('changes a field of all rows without saving, with one undo', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'tags']);
      const uri = sheet.document.uri.toString();
      const before = sheet.document.getText();
      assert.equal(await command('changeRows', { uri, field: 'tags', add: '"maps"' }), 1);
      assert.deepEqual(
        sheet.rows().map(({ tags }) => tags),
        [
          ['boats', 'maps'],
          ['boats', 'Ada Example', 'maps'],
          ['boats', 'maps'],
        ],
      );
      assert.ok(isUnsaved(sheet.document));
      await vscode.commands.executeCommand('undo');
      assert.equal(sheet.document.getText(), before);
      assert.equal(await command('changeRows', { uri, field: 'tags', remove: '"boats"' }), 3);
      assert.equal(await command('changeRows', { uri, field: 'title', replace: '"Talk 1"', by: '"One"' }), 1);
      assert.equal(await command('changeRows', { uri, field: 'title', set: '"One"' }), 2);
      assert.deepEqual(
        sheet.rows().map(({ title }) => title),
        ['One', 'One', 'One'],
      );
    });

    test('refuses a value of the wrong type, a field that is not shown and text that is no JSON', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      const uri = sheet.document.uri.toString();
      const refused = (change: object) => reported('videoRecords.changeRows', { uri, ...change });
      assert.match(await refused({ field: 'title', set: '5' }), /The value has the wrong type for .+title/);
      assert.match(await refused({ field: 'title', set: 'x' }), /The value is not valid JSON\./);
      assert.match(await refused({ field: 'title', add: '"x"' }), /title.+ is not a list\./);
      assert.match(await refused({ field: 'tags', add: '"x"' }), /is not one of the fields of this worksheet/);
      assert.equal(isUnsaved(sheet.document), false);
    });

    test('adds a column that the worksheet does not have, and offers the values that records have', async () => {
      await openSheet('desk', [1, 3], ['title']);
      const { window } = vscode;
      const { showQuickPick, createQuickPick } = window;
      const picks = ['language', 'Set the value'];
      Reflect.set(window, 'showQuickPick', async (items: vscode.QuickPickItem[]) => {
        const wanted = picks.shift();
        return items.find(({ label, description }) => description === wanted || label === wanted);
      });
      Reflect.set(window, 'createQuickPick', () => typedInto(createQuickPick(), 'Deutsch', () => {}));
      try {
        assert.equal(await command('changeRows'), 2);
      } finally {
        Object.assign(window, { showQuickPick, createQuickPick });
      }
      const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
      assert.match(decodeURIComponent(uri), /fields=title,language/);
      assert.deepEqual(
        (await sheetAt(uri)).rows().map(({ id, language }) => [id, language]),
        [
          [1, 'Deutsch'],
          [3, 'Deutsch'],
        ],
      );
    });

    test('asks for field, change and value, shows how many rows change, and changes selected rows only', async () => {
      const sheet = await openSheet('desk', [1, 3, 4], ['title', 'tags']);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      const text = sheet.document.getText();
      const at = (id: number) => sheet.document.positionAt(text.indexOf(`"id": ${id}`));
      editor.selection = new vscode.Selection(at(1), at(3));
      const previews: unknown[] = [];
      const asked: unknown[] = [];
      const { window } = vscode;
      const { showQuickPick, createQuickPick } = window;
      const picks = ['tags', 'Add an item'];
      Reflect.set(window, 'showQuickPick', async (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
        asked.push(options.placeHolder);
        const wanted = picks.shift();
        return items.find(({ label, description }) => description === wanted || label === wanted);
      });
      Reflect.set(window, 'createQuickPick', () => {
        const pick = createQuickPick();
        return typedInto(pick, 'new', ({ detail }) => {
          asked.push(`${pick.title}: ${pick.placeholder}`);
          previews.push(detail);
        });
      });
      try {
        assert.equal(await command('changeRows'), 2);
      } finally {
        Object.assign(window, { showQuickPick, createQuickPick });
      }
      assert.deepEqual(previews, ['Rows that change: 2 of 2']);
      assert.deepEqual(asked, [
        'Select the field to change.',
        'Select what to change in "tags".',
        'Add to "tags": Item to add',
      ]);
      assert.deepEqual(
        sheet.rows().map(({ tags }) => Object(tags).length),
        [3, 3, 2],
      );
    });
  });
});
