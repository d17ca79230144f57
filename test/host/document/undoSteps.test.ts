import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeDesk, edit, openRecord, startDesk, until, value } from '../../support/host/records.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Undo and redo after saves', () => {
  let service: RecordService;
  setup(async () => {
    service = await startDesk([5]);
  });
  teardown(() => closeDesk(service));

  const saveTitle = async (document: vscode.TextDocument, title: string) => {
    await edit(document, 'title', JSON.stringify(title));
    assert.ok(await document.save());
    await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
  };
  const goes = async (step: 'undo' | 'redo', document: vscode.TextDocument, title: string) => {
    await vscode.commands.executeCommand(step);
    await until(`${step} shows ${title}`, () => value(document, 'title') === title);
  };

  test('pass over a step that changes nothing but "updated"', async () => {
    const document = await openRecord('desk', 5);
    await vscode.window.showTextDocument(document);
    await saveTitle(document, 'One');
    await saveTitle(document, 'Two');
    await goes('undo', document, 'One');
    await goes('undo', document, 'Talk 5');
    await goes('redo', document, 'One');
    await goes('redo', document, 'Two');
    await goes('redo', document, 'Two');
    await until('nothing is unsaved', () => !document.isDirty);
    assert.equal(value(document, 'updated'), service.record(5).updated);
  });

  test('stop at a step that also shows a change of the service', async () => {
    service.rewrite = (fields) => ({ ...fields, summary: 'By the service.' });
    const document = await openRecord('desk', 5);
    await vscode.window.showTextDocument(document);
    await saveTitle(document, 'One');
    await vscode.commands.executeCommand('undo');
    await until('the old summary is shown', () => value(document, 'summary') === 'A short summary.');
    assert.equal(value(document, 'title'), 'One');
    await goes('undo', document, 'Talk 5');
  });
});
