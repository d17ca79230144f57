import * as vscode from 'vscode';
import { showDiff } from '../../../src/workbench/diffs.ts';
import { plainText } from '../../../src/workbench/plainText.ts';
import { closeAll, until } from '../../support/host/records.ts';

suite('A diff', () => {
  suiteTeardown(closeAll);

  test('ends when another editor takes its place before it is drawn', async () => {
    const open = (content: string) => vscode.workspace.openTextDocument({ content });
    const lines = (step: number) => Array.from({ length: 5000 }, (_, at) => (at * step) % 4999).join('\n');
    const [left, right, other] = await Promise.all([open(lines(7)), open(lines(11)), open('')]);
    const ended = showDiff(left.uri, right.uri, plainText('Two texts'));
    await until('the diff has a tab', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Two texts');
    await vscode.window.showTextDocument(other);
    await ended;
  });
});
