import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  reported,
  resolving,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { withSettings } from '../../support/host/settings.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { openSheet, sheetAt } from '../../support/host/worksheets.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

const ids = Array.from({ length: 20 }, (_, index) => index + 1);

suite('Worksheets', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk(ids);
  });
  teardown(() => closeDesk(service));

  const messagesOf = async (task: () => Promise<unknown>) => {
    const before = shownMessages().length;
    await task();
    return shownMessages().slice(before).join('\n');
  };
  /** What was asked and told during a save. */
  const save = async (document: vscode.TextDocument, answer = 'Save') => {
    let asked: string[] = [];
    const told = await messagesOf(async () => {
      asked = await answering(answer, () => document.save() as Promise<boolean>);
    });
    return [...asked, told].join('\n');
  };
  const writes = () => service.taken().filter((request) => !request.startsWith('GET'));

  suite('the document', () => {
    test('has the chosen fields of each record on a line, in the order of the IDs', async () => {
      const uri = await command<string>('openWorksheet', {
        service: 'desk',
        ids: [3, 1, 2],
        fields: ['title', 'state'],
      });
      assert.equal(uri, 'videoworksheet://desk/3%20records.worksheet.json?ids%3D3%2C1-2%26fields%3Dtitle%2Cstate');
      const { document } = await sheetAt(uri);
      assert.equal(document.languageId, 'videoworksheet');
      assert.equal(
        document.getText(),
        '[\n  { "id": 3, "title": "Talk 3", "state": 1 },\n  { "id": 1, "title": "Talk 1", "state": 1 },\n  { "id": 2, "title": "Talk 2", "state": 1 }\n]\n',
      );
      assert.equal(document.isDirty, false);
      assert.deepEqual(service.taken().toSorted(), ['GET 1', 'GET 2', 'GET 3']);
    });

    test('keeps numbers, unknown fields and their order after the title as the service sent them', async () => {
      service.raw(1, '{"z":1.50,"id":1,"title":"One","extra":{"n":1e400,"big":12345678901234567890}}');
      const { document } = await openSheet('desk', [1]);
      assert.equal(
        document.getText(),
        '[\n  { "id": 1, "title": "One", "z": 1.50, "extra": { "n": 1e400, "big": 12345678901234567890 } }\n]\n',
      );
    });

    test('opens from a text without a question, and from the API', async () => {
      const named = await sheetAt(await command<string>('openWorksheet', '2, 4-5'));
      assert.deepEqual(
        named.rows().map(({ id }) => id),
        [2, 4, 5],
      );
      assert.ok('whiteboard' in (named.rows()[0] ?? {}));
      const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
      const api = await extension?.activate();
      const uri = await api?.openWorksheet({ service: 'desk', ids: [7], fields: ['id', 'title'] });
      assert.deepEqual((await sheetAt(uri ?? '')).rows(), [{ id: 7, title: 'Talk 7' }]);
      await assert.rejects(Promise.resolve(api?.openWorksheet({ service: 'desk', ids: [] })), { kind: 'badRequest' });
      const ids = Array.from({ length: 2001 }, (_, index) => index + 1);
      await assert.rejects(Promise.resolve(api?.openWorksheet({ service: 'desk', ids })), {
        message: 'A worksheet has up to 2,000 records and 200 fields.',
      });
    });

    test('of more than 2,000 records the first 2,000 are offered', async () => {
      const asked = await answering(undefined, async () => {
        assert.equal(await vscode.commands.executeCommand('videoRecords.openWorksheet', '1-5000'), undefined);
      });
      assert.deepEqual(asked, ['A worksheet has up to 2,000 records. Open the first 2,000?']);
      assert.deepEqual(service.taken(), []);
    });

    /** Opens records of which 2 can't be read, and holds what is told about it with its Retry. */
    const openWithoutTwo = async (ids: readonly number[]) => {
      service.remove(2);
      const { promise: choice, resolve: choose } = Promise.withResolvers<string>();
      let told = '';
      const hold = (message: string) => {
        told = message;
        return choice;
      };
      const sheet = await withStandIn('showWarningMessage', hold, () => openSheet('desk', ids, ['title']));
      service.change(2, { id: 2, title: 'Back' });
      return { sheet, told, retry: () => choose('Retry') };
    };

    test('leaves out what can not be read, says so, and Retry brings it in', async () => {
      const { sheet, told, retry } = await openWithoutTwo([1, 2, 3]);
      assert.deepEqual(
        sheet.rows().map(({ id }) => id),
        [1, 3],
      );
      assert.match(told, /Record 2 could not be read\./);
      retry();
      await until('the record is there', () => sheet.rows()[1]?.title === 'Back');
      assert.equal(isUnsaved(sheet.document), false);
    });

    test('typed while Retry reads, the text can be saved, and a revert shows what the service has then', async () => {
      const { sheet, retry } = await openWithoutTwo([1, 2]);
      const held = new Promise<() => void>((resolve) => {
        service.intercept('GET', (_request, response, proceed) => resolve(() => reply(response, proceed())));
      });
      retry();
      const answer = await held;
      await sheet.replace('Talk 1', 'Mine');
      answer();
      assert.ok(await sheet.document.save());
      assert.equal(service.record(1).title, 'Mine');
      service.change(1, { title: 'Theirs' });
      await sheet.replace('Mine', 'Reverted');
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('the service’s values are shown', () => sheet.rows()[0]?.title === 'Theirs');
    });

    test('cancelled while it is read, nothing opens and nothing is reported', async () => {
      const stopping = stopProgress();
      service.intercept('GET', () => stopping.cancel());
      const told = await messagesOf(async () => {
        const opened = vscode.commands.executeCommand('videoRecords.openWorksheet', { service: 'desk', ids });
        assert.equal(await Promise.resolve(opened).finally(stopping.restore), undefined);
      });
      assert.equal(told, '');
      assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 0);
    });

    test('rows of the sidebar open with the fields that are picked, and these are picked the next time', async () => {
      const picks: { picked: string[]; labels: string[] }[] = [];
      const choose = async (items: (vscode.QuickPickItem & { fields: string[] })[]) => {
        picks.push({
          picked: items.filter(({ picked }) => picked).flatMap(({ fields }) => fields),
          labels: items.slice(0, 5).map(({ label }) => label),
        });
        return items.filter(({ label }) => ['State', 'Tags', 'Title'].includes(label));
      };
      const rows = [3, 5].map((id) => ({ kind: 'record', service: 'desk', id }));
      await withStandIn('showQuickPick', choose, async () => {
        const sheet = await sheetAt(await command<string>('openWorksheet', rows[0], rows));
        const row = (id: number) => `  { "id": ${id}, "title": "Talk ${id}", "tags": ["boats", "maps"], "state": 1 }`;
        assert.equal(sheet.document.getText(), `[\n${row(3)},\n${row(5)}\n]\n`);
        await command<string>('openWorksheet', rows[0], rows);
      });
      assert.deepEqual(picks[0]?.labels, ['Presets', 'Titles and speakers', 'Media', 'All fields', 'Fields']);
      assert.deepEqual(picks[1]?.picked, ['title', 'tags', 'state']);
    });

    test('other programs neither read nor write worksheets, and other URIs are none', async () => {
      const uri = vscode.Uri.parse('videoworksheet://desk/x.worksheet.json?ids%3D1-2');
      await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(uri)), /not open/);
      await assert.rejects(
        Promise.resolve(vscode.workspace.fs.writeFile(uri, Buffer.from('[]'))),
        /the API of Video Records/,
      );
      for (const query of [
        '',
        'ids=',
        'ids=0',
        'ids=2-1',
        'ids=1-2001',
        'ids=1-9007199254740991',
        'ids=1&fields=',
        'ids=1&fields=id',
        'ids=1&fields=a,a',
        'ids=1&fields=%zz',
        'ids=1&more=2',
      ]) {
        await assert.rejects(
          Promise.resolve(vscode.workspace.fs.readFile(uri.with({ query }))),
          /(File|Entry)NotFound/,
          query,
        );
      }
      assert.deepEqual(service.taken(), []);
    });

    test('a URI alone reads up to 50 records; for more, the user is asked once', async () => {
      let count = 0;
      /** As a link or another extension does it, and as VS Code restores a tab. */
      const show = async (ids: string, answer?: string) => {
        count += 1;
        service.taken();
        const uri = vscode.Uri.parse(`videoworksheet://desk/${count}.worksheet.json`).with({ query: `ids=${ids}` });
        const asked = await answering(answer, async () => vscode.commands.executeCommand('vscode.open', uri));
        return [...asked, service.taken().length];
      };
      const question = 'Read 51 records on desk?';
      assert.deepEqual(await show('1-50'), [50]);
      assert.deepEqual(await show('1-51'), [question, 0]);
      assert.deepEqual(await show('1-51', 'Read Records'), [question, 51]);
      assert.deepEqual(await show('1-51'), [51], 'the user has opened it before');
      await openSheet(
        'desk',
        Array.from({ length: 51 }, (_, at) => at + 2),
      );
      assert.deepEqual(await show('2-52'), [51], 'a command of ours has opened it before');
    });

    test('opened again it is the same editor, with its unsaved changes', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk 1', 'Typed');
      service.taken();
      const again = await openSheet('desk', [1, 2], ['title']);
      assert.equal(again.document, sheet.document);
      assert.equal(again.rows()[0]?.title, 'Typed');
      assert.deepEqual(service.taken(), []);
    });

    test('opens nothing if no record can be read', async () => {
      for (const id of [1, 2]) service.remove(id);
      const told = await reported('videoRecords.openWorksheet', { service: 'desk', ids: [1, 2] });
      assert.match(told, /None of the 2 records could be read\./);
    });

    test('waits as long as a service that limits requests asks', async () => {
      let refused = 0;
      for (let count = 0; count < 3; count += 1) {
        service.intercept('GET', (_request, response) => {
          refused += 1;
          reply(response, { status: 429, headers: { 'retry-after': '1' } });
        });
      }
      const started = Date.now();
      const sheet = await openSheet('desk', ids, ['title']);
      assert.equal(refused, 3);
      assert.ok(Date.now() - started >= 1000);
      assert.equal(sheet.rows().length, 20);
    });

    test('lenses say what is changed, above all and above the rows that are changed or have the cursor', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'state']);
      const editor = await vscode.window.showTextDocument(sheet.document);
      const isRow = (title: string) => title.startsWith('#');
      const cursorTo = async (line: number) => {
        editor.selection = new vscode.Selection(line, 5, line, 5);
        await until('the cursor has moved', () => vscode.window.activeTextEditor?.selection.active.line === line);
        return (await sheet.lenses()).filter(isRow);
      };
      assert.deepEqual(await cursorTo(0), []);
      assert.deepEqual(await sheet.lenses(), ['3 records on desk', 'Review']);
      assert.deepEqual(await cursorTo(3), ['#3']);
      assert.deepEqual((await sheet.lenses()).slice(2), ['#3', 'Open', 'Compare', 'Preview']);
      await sheet.replace('Talk 2', 'Lecture 2');
      assert.deepEqual(await cursorTo(1), ['#1', '#2 · 1 field changed']);
      assert.ok((await sheet.lenses()).includes('3 records on desk · 1 changed'));
    });

    test('rows that are deleted and brought back by an undo are there again', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      await sheet.replace(/alk 1[\s\S]*?Talk 2/, '');
      assert.match((await sheet.lenses())[0] ?? '', /^3 records on desk · 1 changed · 1 removed/);
      await vscode.commands.executeCommand('undo');
      await sheet.replace('Talk 3', 'Lecture 3');
      assert.equal((await sheet.lenses())[0], '3 records on desk · 1 changed');
      assert.ok(await sheet.document.save());
      assert.equal(service.record(3).title, 'Lecture 3');
    });

    test('a record that is taken out stays as it is on the service, and comes back when the worksheet is read again', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      await sheet.replace(/ {2}\{ "id": 2.*\n/, '');
      assert.ok(
        (await sheet.lenses()).includes('3 records on desk · 1 removed from this worksheet, unchanged on the service'),
      );
      service.taken();
      assert.equal(await sheet.document.save(), true);
      assert.deepEqual(service.taken(), []);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      service.change(1, { title: 'Changed' });
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('all are read again', () => sheet.rows()[0]?.title === 'Changed');
      assert.deepEqual(
        sheet.rows().map(({ id }) => id),
        [1, 2, 3],
      );
    });

    for (const [what, from, to, message] of [
      ['a changed ID', '"id": 2', '"id": 99', /Record 99 is not in this worksheet\. An ID can't be changed/],
      ['a doubled ID', '"id": 2', '"id": 1', /Record 1 is in this worksheet twice\./],
      ['a record without an ID', '"id": 2, ', '', /A record of a worksheet needs its "id"\./],
      ['a field that was not chosen', '"title": "Talk 2"', '"state": 2', /The field "state" is not one of the fields/],
      ['invalid JSON', '"Talk 2"', '"Talk 2', /quotation mark/],
    ] as const) {
      test(`${what} is a problem on the spot, and stops the save before any request`, async () => {
        const sheet = await openSheet('desk', [1, 2, 3], ['title']);
        service.taken();
        await sheet.replace('Talk 3', 'Changed');
        await sheet.replace(from, to);
        await until('the problem is shown', () => sheet.problems().some((problem) => message.test(problem)));
        assert.match(
          await save(sheet.document),
          /Nothing was sent\. Line 3: |not saved\. A quotation mark is missing on line 3/,
        );
        assert.equal(isUnsaved(sheet.document), true);
        assert.deepEqual(service.taken(), []);
      });
    }

    test('a field that was not chosen offers to reopen with it, unsaved changes included', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('"title": "Talk 2"', '"title": "Better", "state": 2');
      await until('the problem is shown', () => sheet.problems().length > 0);
      const range = vscode.languages.getDiagnostics(sheet.document.uri)[0]?.range;
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        sheet.document.uri,
        range,
      );
      const reopen = actions.find(({ title }) => title === 'Reopen the worksheet with "state"')?.command;
      assert.ok(reopen);
      const uri = await vscode.commands.executeCommand<vscode.Uri>(reopen.command, ...(reopen.arguments ?? []));
      const wider = await sheetAt(uri.toString());
      assert.deepEqual(wider.rows()[1], { id: 2, state: 2, title: 'Better' });
      assert.equal(isUnsaved(wider.document), true);
    });

    test('reopened with another field it neither overwrites nor takes along what others changed', async () => {
      const reopenWithState = async ({ uri }: vscode.TextDocument) =>
        sheetAt(
          String(await command('worksheetAction', { uri: uri.toString(), action: 'reopenWith', field: 'state' })),
        );
      const sheet = await openSheet('desk', [1, 2], ['title', 'speakers']);
      await sheet.replace('"title": "Talk 2"', '"title": "Talk 2", "state": 2');
      service.change(2, { speakers: ['Someone else'] });
      const wider = await reopenWithState(sheet.document);
      assert.notEqual(wider.document, sheet.document);
      assert.deepEqual(wider.rows()[1], {
        id: 2,
        speakers: ['Someone else'],
        state: 2,
        title: 'Talk 2',
      });

      const other = await openSheet('desk', [3, 4], ['title']);
      await other.replace('"title": "Talk 4"', '"title": "Mine", "state": 2');
      service.change(4, { title: 'Theirs' });
      const reopened = await reopenWithState(other.document);
      const isConflict = (message: string) => message.includes('Someone else also changed "title" of record 4');
      await until('the row has a conflict', () => reopened.problems().some(isConflict));
      assert.equal(await reopened.document.save(), false);
      assert.equal(service.record(4).title, 'Theirs');
    });

    test('hovers, completion, problems and fixes work in each record', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'recorded', 'video_mp4_length']);
      const { document } = sheet;
      await sheet.replace(/(?<="recorded": )"2024-05-17"(?=.*Talk|[^}]*\}\n\])/, '"17 May 2024"');
      await until('the date is a problem', () =>
        sheet.problems().includes('"recorded" is not a valid date (YYYY-MM-DD).'),
      );
      const [problem] = vscode.languages.getDiagnostics(document.uri);
      assert.ok(problem);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
      );
      const titles = actions.map(({ title }) => title);
      assert.ok(titles.includes('Change to "2024-05-17"'), titles.join());
      assert.ok(titles.includes('Restore "recorded"'), titles.join());
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        problem.range.start,
      );
      const text = hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value)).join();
      assert.match(text, /Before your change:/);
      const place = problem.range.start.translate(0, 1);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        place,
      );
      assert.ok(items.some(({ detail }) => detail === 'Today'));
    });
  });

  suite('saving', () => {
    test('one changed record is saved without a question, with its changed field alone', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      service.taken();
      await sheet.replace('Talk 2', 'A better title');
      assert.deepEqual(await answering(undefined, () => sheet.document.save() as Promise<boolean>), []);
      assert.equal(isUnsaved(sheet.document), false);
      assert.deepEqual(service.taken(), ['GET 2', 'PATCH 2']);
      assert.equal(service.requests.at(-1)?.body, '{"title":"A better title"}');
    });

    test('several changed records are saved after one question that says what will change', async () => {
      const sheet = await openSheet('desk', ids, ['title', 'tags']);
      await sheet.replace('Talk', 'Lecture');
      await sheet.replace('"boats", "maps"', '"boats"');
      const told = await save(sheet.document);
      assert.match(told, /Save 20 records on desk\?/);
      assert.match(told, /20 records saved\./);
      assert.equal(isUnsaved(sheet.document), false);
      for (const id of ids) {
        assert.equal(service.record(id).title, `Lecture ${id}`);
        assert.deepEqual(service.record(id).tags, ['boats']);
      }
      assert.equal(writes().length, 20);
    });

    test('a row with a wrong value is neither counted in the question nor sent, and its problem is listed once', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'state']);
      await sheet.replace('"Talk 2", "state": 1', '"Talk 2", "state": "one"');
      await sheet.replace('Talk', 'Lecture');
      const told = await save(sheet.document);
      assert.match(told, /^Save 2 records on desk\?/);
      assert.match(told, /2 of 3 records saved\. 1 failed\./);
      assert.deepEqual(writes().toSorted(), ['PATCH 1', 'PATCH 3']);
      const title = '3 records on desk · 1 changed · 1 with problems';
      await until('the problem is shown', () => sheet.problems().length > 0);
      assert.deepEqual(sheet.problems(), ['"state" must be an integer.']);
      assert.equal((await sheet.lenses())[0], title);
    });

    test('Cancel sends nothing, and Review shows exactly the changed records, read-only', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      await sheet.replace(/Talk (?=[13])/, 'Lecture ');
      service.taken();
      assert.match(await save(sheet.document, 'Cancel'), /The worksheet was not saved\./);
      assert.match(await save(sheet.document, 'Review'), /Nothing was saved yet\./);
      const isReview = ({ label }: vscode.Tab) => label === 'Review 2 Changed Records';
      await until('the review is open', () => vscode.window.tabGroups.activeTabGroup.tabs.some(isReview));
      const sides = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'videoworksheetside');
      assert.deepEqual(
        sides.map((side) => JSON.parse(side.getText())).toSorted((one, other) => one.id - other.id),
        [
          { id: 1, title: 'Talk 1' },
          { id: 1, title: 'Lecture 1' },
          { id: 3, title: 'Talk 3' },
          { id: 3, title: 'Lecture 3' },
        ],
      );
      assert.deepEqual(service.taken(), []);
      assert.equal(isUnsaved(sheet.document), true);
    });

    test('what the service made of the values is shown after the save, and told once', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'updated']);
      service.rewrite = (fields) => ({ ...fields, title: String(fields.title).toUpperCase() });
      await sheet.replace('Talk', 'Lecture');
      assert.match(
        await save(sheet.document),
        /2 records saved\. The service has other values than you saved in 2 records\./,
      );
      await until('the stored values are shown', () => sheet.rows()[1]?.title === 'LECTURE 2');
      assert.deepEqual(
        sheet.rows().map(({ updated }) => updated),
        [service.record(1).updated, service.record(2).updated],
      );
      assert.equal(isUnsaved(sheet.document), false);
      service.taken();
      await sheet.replace('LECTURE 1', 'Once more');
      await sheet.document.save();
      assert.deepEqual(service.taken(), ['GET 1', 'PATCH 1']);
    });

    test("someone else's change of another field is merged, and kept", async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'state']);
      service.change(1, { state: 2, summary: 'Theirs' });
      await sheet.replace('Talk 1', 'Mine');
      await sheet.document.save();
      assert.deepEqual(service.record(1).summary, 'Theirs');
      await until('their value is shown', () => sheet.rows()[0]?.state === 2);
      assert.equal(isUnsaved(sheet.document), false);
    });

    test('access "confirm" asks for a single record too, and a read-only service is not written', async () => {
      await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
      const sheet = await openSheet('desk', [1, 2], ['title']);
      assert.equal((await sheet.lenses())[0], '2 records on desk · asks before saving');
      await sheet.replace('Talk 1', 'Mine');
      assert.match(await save(sheet.document, 'Cancel'), /Save record 1 on desk\?/);
      await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
      assert.equal((await sheet.lenses())[0], '2 records on desk · read-only · 1 changed');
      await save(sheet.document);
      assert.equal(isUnsaved(sheet.document), true);
      assert.deepEqual(writes(), []);
    });

    test('access "confirm" shows the address and the values, and Enter reviews them', async () => {
      await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      await sheet.replace(/Talk (?=[13])/, 'Lecture ');
      service.taken();
      const asked: unknown[][] = [];
      const pressEnter = async (...args: unknown[]) => {
        asked.push(args);
        return args[2];
      };
      await withStandIn('showWarningMessage', pressEnter, () => sheet.document.save());
      const detail = [
        `These changes are sent to ${service.baseUrl}.`,
        'Record 1\n• title: "Talk 1" → "Lecture 1"',
        'Record 3\n• title: "Talk 3" → "Lecture 3"',
      ].join('\n\n');
      assert.deepEqual(asked, [['Save 2 records on desk?', { modal: true, detail }, 'Review Changes', 'Save']]);
      const isReview = ({ label }: vscode.Tab) => label === 'Review 2 Changed Records';
      await until('the review is open', () => vscode.window.tabGroups.activeTabGroup.tabs.some(isReview));
      assert.deepEqual(service.taken(), []);
    });

    test('a service name that means another address now is not written', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk 1', 'Mine');
      const other = await startRecordService([1, 2]);
      await configure({ desk: { baseUrl: other.baseUrl } });
      assert.match(await save(sheet.document), /Nothing was sent\./);
      assert.deepEqual(other.taken(), []);
      await other.close();
    });

    test('auto save never writes a worksheet, even where settings turn it on for worksheets', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      const files = vscode.workspace.getConfiguration('files', { languageId: 'videoworksheet' });
      assert.equal(files.get('autoSave'), 'off');
      await sheet.replace('Talk 1', 'Typed');
      const refuse = async () => {
        const before = shownMessages().length;
        await openRecord('desk', 7);
        await until('the save is refused', () =>
          shownMessages()
            .slice(before)
            .some((message) => message.includes('Auto save does not write to the service.')),
        );
      };
      await withSettings('files', { autoSave: 'onFocusChange' }, refuse, 'videoworksheet');
      assert.equal(isUnsaved(sheet.document), true);
      assert.deepEqual(writes(), []);
    });

    test('what is typed during a save stays, and the next save sends it alone', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'updated']);
      await sheet.replace('Talk', 'Lecture');
      service.intercept('PATCH', (_request, response, proceed) => {
        void sheet.replace('Lecture 3', 'Typed on').then(() => reply(response, proceed()));
      });
      await save(sheet.document);
      await until('the document has something to save', () => isUnsaved(sheet.document));
      service.taken();
      await save(sheet.document);
      assert.deepEqual(writes(), ['PATCH 3']);
      assert.equal(service.requests.at(-1)?.body, '{"title":"Typed on"}');
      assert.equal(isUnsaved(sheet.document), false);
    });

    test("an undo that would revert someone else's changes asks once for all records", async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'state']);
      for (const id of [1, 2]) service.change(id, { state: 2 });
      await sheet.replace('Talk', 'Lecture');
      await save(sheet.document);
      await until('their values are shown', () => sheet.rows().every(({ state }) => state === 2));
      await sheet.replace('"state": 2', '"state": 1');
      const told = await save(sheet.document, 'Keep Theirs');
      assert.match(told, /The worksheet was not saved\./);
      const asked: string[] = [];
      const agree = async (message: string, _options: unknown, ...choices: string[]) => {
        asked.push(message);
        return choices.find((choice) => choice === 'Save' || choice === 'Save Anyway');
      };
      service.taken();
      await withStandIn('showWarningMessage', agree, () => sheet.document.save());
      assert.deepEqual(asked, ['Save 2 records on desk?', 'Revert someone else\'s changes to "state"?']);
      assert.equal(writes().length, 2);
    });

    test('a record with unsaved changes in its own editor is left out; a clean one shows the new version', async () => {
      const first = await openRecord('desk', 1);
      const second = await openRecord('desk', 2);
      await edit(first, 'summary', '"Typed here"');
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk', 'Lecture');
      assert.match(
        await save(sheet.document),
        /1 of 2 records saved\. 1 record has unsaved changes in its own editor and was left out\./,
      );
      assert.deepEqual(writes(), ['PATCH 2']);
      await until('the clean editor shows it', () => value(second, 'title') === 'Lecture 2');
      assert.equal(value(first, 'title'), 'Talk 1');
      assert.equal(isUnsaved(sheet.document), true);
    });

    test('faults of single records leave the others saved, and the next save sends only the rest', async () => {
      const sheet = await openSheet('desk', [1, 2, 3, 4, 5, 6], ['title']);
      await sheet.replace('Talk', 'Lecture');
      service.remove(2);
      service.change(3, { title: 'Theirs' });
      for (let count = 0; count < 4; count += 1) {
        service.intercept('PATCH', (request, response, proceed) => {
          if (request.id === 4) {
            proceed();
            response.destroy();
          } else if (request.id === 5) reply(response, { status: 400, body: '{"title":["This title is taken."]}' });
          else reply(response, proceed());
        });
      }
      const told = await save(sheet.document);
      assert.match(told, /3 of 6 records saved\. 1 conflict\. 2 failed\./);
      assert.match(told, /Show Problems.*Undo Saved Records/);
      assert.equal(isUnsaved(sheet.document), true);
      assert.deepEqual(
        [1, 4, 6].map((id) => service.record(id).title),
        ['Lecture 1', 'Lecture 4', 'Lecture 6'],
      );
      assert.deepEqual(
        [3, 5].map((id) => service.record(id).title),
        ['Theirs', 'Talk 5'],
      );
      const expected = ['Someone else also changed "title" of record 3.', 'This title is taken.'];
      await until('each record that was not saved has one problem', () => sheet.problems().length === 3);
      assert.deepEqual(sheet.problems().slice(1), expected);
      assert.ok((await sheet.lenses()).includes('#3 · 1 field changed · conflict'));
      service.taken();
      await save(sheet.document);
      assert.deepEqual(writes(), ['PATCH 5']);
      assert.equal(service.record(3).title, 'Theirs');
    });

    test('Keep Mine and Take Theirs settle a conflict in its row, and the worksheet is clean after the last', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      await sheet.replace('Talk', 'Lecture');
      for (const id of [1, 2]) service.change(id, { title: `Theirs ${id}` });
      assert.match(await save(sheet.document), /1 of 3 records saved\. 2 conflicts\./);
      const run = (action: string, id: number) =>
        command('worksheetAction', { uri: sheet.document.uri.toString(), action, id });
      const act = (action: 'keepMine' | 'takeTheirs', id: number) => resolving(action, () => run(action, id));
      service.taken();
      assert.equal((await answering(undefined, () => run('keepMine', 1))).length, 1);
      assert.deepEqual(service.taken(), [], 'nothing is sent without an answer');
      const own = await openRecord('desk', 1);
      await edit(own, 'summary', '"Typed"');
      service.taken();
      await assert.rejects(async () => act('keepMine', 1), /unsaved changes in its own editor/);
      assert.deepEqual(service.taken(), []);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('the record has no unsaved changes', () => !isUnsaved(own));
      await vscode.window.showTextDocument(sheet.document);
      await act('keepMine', 1);
      assert.equal(service.record(1).title, 'Lecture 1');
      assert.equal(isUnsaved(sheet.document), true);
      await act('takeTheirs', 2);
      assert.equal(service.record(2).title, 'Theirs 2');
      assert.deepEqual(
        sheet.rows().map(({ title }) => title),
        ['Lecture 1', 'Theirs 2', 'Lecture 3'],
      );
      await until('nothing is left to save', () => !isUnsaved(sheet.document));
      await until('no problem is left', () => sheet.problems().length === 0);
    });

    test('Compare shows what the service has beside the row', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk 2', 'Mine');
      service.change(2, { title: 'Theirs' });
      await command('worksheetAction', { uri: sheet.document.uri.toString(), action: 'compare', id: 2 });
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const sides = await Promise.all(
        [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
      );
      assert.deepEqual(
        sides.map((side) => JSON.parse(side.getText()).title),
        ['Theirs', 'Mine'],
      );
    });

    for (const [held, isStored] of [
      [0, false],
      [3, true],
      [5, false],
      [9, true],
    ] as const) {
      test(`cancelled at write ${held + 1}, ${isStored ? 'after' : 'before'} it is stored, the message says what the service has`, async () => {
        const some = ids.slice(0, 10);
        const sheet = await openSheet('desk', some, ['title']);
        await sheet.replace('Talk', 'Lecture');
        const stopping = stopProgress();
        for (let count = 0; count < 10; count += 1) {
          service.intercept('PATCH', (_request, response, proceed) => {
            if (count < held) return reply(response, proceed());
            if (isStored && count === held) proceed();
            stopping.cancel();
          });
        }
        const told = await save(sheet.document).finally(stopping.restore);
        const stored = some.filter((id) => service.record(id).title === `Lecture ${id}`).length;
        assert.match(told, stored === 10 ? /\b10 records saved\./ : new RegExp(`\\b${stored} of 10 records saved\\.`));
        const problems = () => vscode.languages.getDiagnostics(sheet.document.uri);
        // Whoever cancels needs no error for it.
        if (stored < 10) await until('what was not saved is listed', () => problems().length > 0);
        const { Information } = vscode.DiagnosticSeverity;
        assert.deepEqual(
          problems().filter(({ severity }) => severity !== Information),
          [],
        );
        service.calm();
        await save(sheet.document);
        assert.equal(isUnsaved(sheet.document), false);
        const sent = service.requests.filter(({ method }) => method === 'PATCH');
        for (const id of some) assert.equal(service.record(id).title, `Lecture ${id}`);
        if (isStored) assert.equal(sent.filter(({ id }) => id === sent[held]?.id).length, 1);
      });
    }
  });
});

/** Cancels the progress that is shown, or else the next one as soon as it is shown, when it is told to. */
function stopProgress(): { cancel(): void; restore(): void } {
  const { window } = vscode;
  const { withProgress } = window;
  const source = new vscode.CancellationTokenSource();
  const show: typeof withProgress = (_options, task) => Promise.resolve(task({ report: () => {} }, source.token));
  Reflect.set(window, 'withProgress', show);
  return {
    cancel: () => source.cancel(),
    restore: () => Reflect.set(window, 'withProgress', withProgress),
  };
}
