import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readOnlyTexts } from '../../../src/files/readOnlyTexts.ts';
import { untilDocument } from '../../../src/files/tabs.ts';
import { closeAll } from '../../support/host/records.ts';

suite('Read-only texts', () => {
  const scheme = 'videorecordtest';
  const uriOf = (what: string) => vscode.Uri.from({ scheme, path: `/${what}.md` });
  let documents: ReturnType<typeof readOnlyTexts>;
  const shownText = () => vscode.window.activeTextEditor?.document.getText().replaceAll('\r\n', '\n');

  const show = async (uri: vscode.Uri, text: string) => {
    documents.set(uri, text);
    await vscode.window.showTextDocument(uri);
  };

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
    test(`a text with ${what} is shown`, async () => {
      await show(uriOf(what), text);
      assert.equal(shownText(), shown);
    });
  }

  test('a wait for a change that VS Code never announces ends', async () => {
    const uri = uriOf('unchanged');
    await show(uri, 'one\n');
    await untilDocument(
      uri,
      () => false,
      () => {},
    );
  });
});
