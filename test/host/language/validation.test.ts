import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { closeDesk, configure, edit, openRecord, replaceAll, startDesk, until } from '../../support/host/records.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';

suite('Validation', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5]);
  });
  teardown(() => closeDesk(service));

  const problems = (document: vscode.TextDocument, field: string) =>
    vscode.languages.getDiagnostics(document.uri).filter(({ range }) => {
      const line = document.lineAt(range.start.line).text;
      return line.includes(`"${field}"`);
    });

  /** Whether one names the field: VS Code may still have others there, of an earlier test's text. */
  const names = (document: vscode.TextDocument, field: string) =>
    problems(document, field).some(({ message }) => message.includes(`"${field}"`));

  test('a record has diagnostics, hover, outline and completion', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '7');
    await until('a type error is shown', () => names(document, 'title'));
    assert.deepEqual(
      problems(document, 'title').map(({ message, severity }) => [message, severity]),
      [['"title" must be a string.', vscode.DiagnosticSeverity.Error]],
    );
    const line = document
      .getText()
      .split('\n')
      .findIndex((text) => text.includes('"title"'));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(line, 5),
    );
    const words = hovers.flatMap(({ contents }) =>
      contents.map((content) => (typeof content === 'string' ? content : content.value)),
    );
    assert.ok(
      words.some((text) => text.includes('Title of the talk')),
      words.join('|'),
    );
    const symbols = await vscode.commands.executeCommand<unknown[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.ok(symbols.length > 10);
    await replaceAll(document, '{\n  \n}\n');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      new vscode.Position(1, 2),
    );
    assert.ok(list.items.some(({ label }) => label === 'copyright_text'));
    await replaceAll(document, '{"id":5}');
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatDocumentProvider',
      document.uri,
      { tabSize: 2, insertSpaces: true },
    );
    const formatted = new vscode.WorkspaceEdit();
    formatted.set(document.uri, edits);
    assert.ok(await vscode.workspace.applyEdit(formatted));
    assert.equal(document.getText(), '{\n  "id": 5\n}');
  });

  test('invalid JSON is one error with the message of the save', async () => {
    const document = await openRecord('desk', 5);
    await replaceAll(document, '{"id": 5,}');
    const shown = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    const message = 'Invalid JSON: expected a field name in double quotes at line 1, column 10.';
    await until('the error is shown', () => shown().includes(message));
    assert.deepEqual(shown(), [message]);
    await replaceAll(document, '[]');
    await until('the other error is shown', () => shown().some((message) => message.includes('must be a JSON object')));
  });

  suite('a record that names a schema', () => {
    const requested: string[] = [];
    const trap = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end('{"required":["never"]}');
    });
    let other: RecordService;
    suiteSetup(async () => {
      other = await startRecordService([7]);
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    });
    suiteTeardown(async () => {
      trap.close();
      await other.close();
    });

    const schemas = {
      'a loopback address': () => `http://127.0.0.1:${(trap.address() as AddressInfo).port}/schema.json`,
      'another record': () => 'videorecord://other/7.video.json',
      'a file': () => pathToFileURL(schemaFile()).href,
    };
    for (const [kind, address] of Object.entries(schemas)) {
      test(`causes no request and is checked as any other: ${kind}`, async () => {
        await configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: other.baseUrl } });
        service.raw(5, JSON.stringify({ $schema: address(), ...service.record(5), slug: 12 }));
        const document = await openRecord('desk', 5);
        assert.equal(document.languageId, 'videorecord');
        await edit(document, 'title', '7');
        await until('our error is shown', () => names(document, 'title'));
        const at = document.positionAt(document.getText().indexOf('"title"') + 1);
        for (const provider of ['Hover', 'CompletionItem']) {
          await vscode.commands.executeCommand(`vscode.execute${provider}Provider`, document.uri, at);
        }
        assert.deepEqual(
          vscode.languages.getDiagnostics(document.uri).map(({ message }) => message),
          ['"title" must be a string.'],
        );
        assert.deepEqual([requested, other.taken()], [[], []]);
      });
    }
  });

  test('a record as the service sent it has no problem', async () => {
    service.raw(
      5,
      JSON.stringify({
        ...service.record(5),
        language: null,
        recorded: null,
        duration: null,
        source_url: null,
        speakers: ['A', 'A'],
        slug: 'Odd Slug',
        tags: [1, null],
      }),
    );
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Changed"');
    await edit(document, 'recorded', '"2024-02-30"');
    await until('the one changed date is told', () => names(document, 'recorded'));
    assert.equal(vscode.languages.getDiagnostics(document.uri).length, 1);
  });

  test('warnings never block a save', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'recorded', '"2024-02-30"');
    await until('the date is told', () => names(document, 'recorded'));
    assert.equal(problems(document, 'recorded')[0]?.severity, vscode.DiagnosticSeverity.Warning);
    assert.ok(await document.save());
    assert.equal(service.record(5).recorded, '2024-02-30');
  });

  test('a wrong type in a changed field and broken JSON block a save, and nothing is sent', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'speakers', '"Ann"');
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    await replaceAll(document, '{"id": 5,');
    assert.equal(await document.save(), false);
    await replaceAll(document, '{"id": 5, "title": "a", "title": "b"}');
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), []);
  });

  test('a failed save reveals the field that blocks it', async () => {
    service.change(5, { tags: Array.from({ length: 300 }, (_, index) => `tag ${index}`) });
    const document = await openRecord('desk', 5);
    const editor = await vscode.window.showTextDocument(document);
    await edit(document, 'category', '7');
    const isShown = () => editor.visibleRanges.some((range) => range.start.line <= 1);
    const scrolled = (shown: boolean) =>
      new Promise<void>((resolve) => {
        const listener = vscode.window.onDidChangeTextEditorVisibleRanges(() => {
          if (isShown() !== shown) return;
          listener.dispose();
          resolve();
        });
      });
    const away = scrolled(false);
    const end = document.lineAt(document.lineCount - 1).range;
    editor.revealRange(end);
    await away;
    const back = scrolled(true);
    assert.equal(await document.save(), false);
    await back;
  });

  test('a wrong type that the service itself sent never blocks', async () => {
    service.raw(5, JSON.stringify({ ...service.record(5), category: 12 }));
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Fine"');
    assert.ok(await document.save());
    assert.equal(service.record(5).category, 12);
  });

  test('the service’s message for a field disappears when the field changes', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Taken"');
    service.intercept('PATCH', (_request, response) =>
      response.writeHead(400).end('{"title":"This title is taken.","slug":["Too long."]}'),
    );
    assert.equal(await document.save(), false);
    await until(
      'both messages are shown',
      () => problems(document, 'title').length === 1 && problems(document, 'slug').length === 1,
    );
    await edit(document, 'title', '"Free"');
    await until('one is gone', () => problems(document, 'title').length === 0);
    assert.equal(problems(document, 'slug').length, 1);
    // VS Code tells of another language by closing and opening the document.
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await vscode.languages.setTextDocumentLanguage(document, 'videorecord');
    await edit(document, 'summary', '"More"');
    await until('the change is looked at', () => problems(document, 'slug').length === 1);
  });

  test('a successful save removes the service’s messages', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Taken"');
    service.intercept('PATCH', (_request, response) =>
      response.writeHead(400).end('{"title":["Taken."],"nope":["Huh."]}'),
    );
    assert.equal(await document.save(), false);
    await until('the message is shown', () => problems(document, 'title').length === 1);
    service.intercept('PATCH', (_request, response) => response.writeHead(403).end());
    assert.equal(await document.save(), false);
    await edit(document, 'summary', '"Another"');
    await until('the change is looked at', () => problems(document, 'title').length === 1);
    assert.equal(await document.save(), true);
    await until('it is gone', () => vscode.languages.getDiagnostics(document.uri).length === 0);
  });

  test('a changed id is refused', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    await edit(document, 'id', '6');
    assert.equal(await document.save(), false);
    assert.deepEqual(service.taken(), []);
  });
});

/** A schema that would complain about any record. */
function schemaFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'video-records-')), 'schema.json');
  writeFileSync(file, '{"required":["never"]}');
  return file;
}
