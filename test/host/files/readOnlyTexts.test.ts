import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ReadOnlyTexts, readOnlyTexts } from '../../../src/files/readOnlyTexts.ts';
import { untilDocument } from '../../../src/files/tabs.ts';
import { closeAll } from '../../support/host/records.ts';

suite('Read-only texts', () => {
  const scheme = 'videorecordtest';
  const uri = vscode.Uri.from({ scheme, path: '/Report.md' });
  let documents: ReadOnlyTexts;
  const shownText = () => vscode.window.activeTextEditor?.document.getText().replaceAll('\r\n', '\n');

  suiteSetup(() => {
    documents = readOnlyTexts([scheme], () => 'Gone.');
  });
  teardown(() => closeAll());
  suiteTeardown(() => documents.dispose());

  for (const [what, text, shown] of [
    ['one kind of line end', 'one\ntwo\n', 'one\ntwo\n'],
    ['mixed line ends', 'one\r\ntwo\nthree\rfour\n', 'one\ntwo\nthree\nfour\n'],
    ['a byte order mark', '\ufeffone\n', 'one\n'],
    ['half of a character', 'one \ud83d two\n', 'one \ufffd two\n'],
  ] as const) {
    test(`a text with ${what} is shown, and again while it is open`, async () => {
      await documents.show(uri, text);
      assert.equal(shownText(), shown);
      await documents.show(uri, text);
      await documents.show(uri, 'another\n');
      assert.equal(shownText(), 'another\n');
      await documents.show(uri, text);
      assert.equal(shownText(), shown);
      await documents.show(uri, text);
    });
  }

  test('a wait for a change that VS Code never announces ends', async () => {
    await documents.show(uri, 'one\n');
    await untilDocument(
      uri,
      () => false,
      () => {},
    );
  });
});
