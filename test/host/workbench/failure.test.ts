import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecordError } from '../../../src/service/recordError.ts';
import { failed, reportFailure } from '../../../src/workbench/failure.ts';
import { closeAll, configure } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';

const cancelled = () => new RecordError('cancelled');

/** Answers every error message with this button, as often as there is one. */
function answering<T>(label: string, task: () => Promise<T>): Promise<T> {
  const { window } = vscode;
  const { showErrorMessage } = window;
  const answer = (...args: unknown[]) => {
    void Reflect.apply(showErrorMessage, window, args);
    return Promise.resolve(label);
  };
  return withStandIn('showErrorMessage', answer, task);
}

suite('Failures', () => {
  setup(() => configure({ desk: { baseUrl: 'http://127.0.0.1:9' } }));
  teardown(async () => {
    await closeAll();
    await configure({});
  });

  for (const [what, failure] of Object.entries({
    'a cancelled question': new vscode.CancellationError(),
    'a cancelled request': cancelled(),
    'a cancelled question about a record': failed(new vscode.CancellationError(), { service: 'desk', id: 5 }),
    'a cancelled request for a record': failed(cancelled(), { service: 'desk', id: 5 }),
  })) {
    test(`${what} shows no message`, async () => {
      const before = shownMessages().length;
      await reportFailure(failure);
      assert.deepEqual(shownMessages().slice(before), []);
    });
  }

  test('cancelling Set Credential shows no further message and does not retry', async () => {
    const before = shownMessages().length;
    let retried = false;
    const retry = async () => {
      retried = true;
    };
    const failure = failed(new RecordError('unauthorized', { status: 401 }), { service: 'desk', id: 5 }, { retry });
    let done = false;
    const reported = answering('Set Credential', () => reportFailure(failure)).finally(() => {
      done = true;
    });
    while (!done) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await reported;
    assert.equal(shownMessages().length, before + 1, shownMessages().slice(before).join('\n'));
    assert.equal(retried, false);
  });

  test('reports an action that fails once', async () => {
    const before = shownMessages().length;
    const failure = failed(new RecordError('forbidden', { status: 403 }), { service: 'nowhere', id: 5 });
    await answering('Set Credential', () => reportFailure(failure));
    const told = shownMessages().slice(before);
    assert.equal(told.filter((message) => message.includes('no service named')).length, 1, told.join('\n'));
  });
});
