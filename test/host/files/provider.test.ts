import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { failureText } from '../../../src/document/outcomeWords.ts';
import type { FileKind, FileOwner, TextSave } from '../../../src/files/owner.ts';
import { fileProvider } from '../../../src/files/provider.ts';
import { VirtualFile } from '../../../src/files/virtualFile.ts';
import { closeAll, replaceAll } from '../../support/host/records.ts';

/** What moves between the moment at which VS Code announces a save and the one at which it writes. */
suite('A text whose base moved after its save was announced', () => {
  teardown(closeAll);

  /** VS Code announces the save of "Mine"; the base moves; this is on screen, and VS Code writes that. */
  const saved = async (onScreen: string, written: string) => {
    const document = await vscode.workspace.openTextDocument({ content: 'Mine' });
    await vscode.window.showTextDocument(document);
    const file = new VirtualFile<never, never, string>(document.uri, {
      announce: () => {},
      settled: () => {},
      keepBases: () => {},
      inTurn: (task) => task(),
      parse: undefined,
    });
    const saves: TextSave<never, string>[] = [];
    const owner: FileOwner<never, never, string> = {
      file,
      basis: 'moved',
      read: () => assert.fail(),
      save: async (save) => void saves.push(save),
      hasChanges: async () => true,
      bringUpToDate: async () => {},
      onScreen: () => {},
      isKnown: () => true,
      bases: () => [],
      recovered: () => {},
      isLocked: () => false,
    };
    const kind: FileKind<never, never, string, typeof owner> = {
      scheme: document.uri.scheme,
      owner: () => owner,
      hasTab: () => true,
      lockKey: String,
      failureMessage: (_, failure) => failureText(failure),
      notOpen: () => assert.fail(),
    };
    const provider = fileProvider(kind, { of: () => owner, all: () => [owner], ready: async () => owner });
    file.saveAnnounced('manual', document.getText(), 'announced');
    if (onScreen !== 'Mine') await replaceAll(document, onScreen);
    const failure = await provider.writeFile(document.uri, new TextEncoder().encode(written)).catch(String);
    provider.dispose();
    return failure ?? saves.map(({ text, basis, why }) => `${why}: ${text} on ${basis}`).join();
  };

  test('is saved with the base that it was announced with', async () => {
    assert.equal(await saved('Mine', 'Mine'), 'manual: Mine on announced');
    assert.equal(await saved('Typed on', 'Mine'), 'manual: Mine on announced');
  });

  test('is saved with the base of the screen if a save participant has changed the text there', async () => {
    assert.equal(await saved('Formatted', 'Formatted'), 'manual: Formatted on moved');
  });

  test('is not saved if it is neither what was announced nor what is on screen', async () => {
    assert.match(
      await saved('Typed on', 'Formatted'),
      /The text was edited while it was saved, so nothing was sent\. Save again\./,
    );
  });
});
