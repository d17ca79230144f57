import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyEdits } from '../../../src/workbench/edits.ts';
import { closeAll } from '../../support/host/records.ts';

suite('Edits of a text', () => {
  teardown(closeAll);

  test('land in their place, or not at all, while the user types', async () => {
    const digits = '0123456789';
    const document = await vscode.workspace.openTextDocument({ content: digits });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    for (let round = 0; round < 20; round += 1) {
      const before = document.getText();
      const offset = before.indexOf('567');
      const edit = applyEdits(document, document.version, [{ offset, length: 3, text: 'abc' }]);
      const [isApplied] = await Promise.all([edit, vscode.commands.executeCommand('type', { text: 'x' })]);
      assert.equal(document.getText(), `x${isApplied ? before.replace('567', 'abc') : before}`);
      while (document.getText().includes('abc')) await vscode.commands.executeCommand('undo');
    }
  });
});
