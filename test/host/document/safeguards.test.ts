import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  startDesk,
  until,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Safeguards of a save', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5]);
  });
  teardown(() => closeDesk(service));

  const methods = () => service.requests.map(({ method }) => method);

  test('a program that writes the file is refused, also during a save, and told of the API', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Whole"');
    const refusals: unknown[] = [];
    const writing = vscode.workspace.onWillSaveTextDocument((event) => {
      const write = vscode.workspace.fs.writeFile(document.uri, Buffer.from(document.getText()));
      event.waitUntil(Promise.resolve(write).catch((failure) => void refusals.push(failure)));
    });
    try {
      await command('saveWithPut', document.uri);
    } finally {
      writing.dispose();
    }
    const [refusal] = refusals;
    assert.ok(refusal instanceof vscode.FileSystemError && refusal.code === 'NoPermissions', String(refusal));
    assert.match(refusal.message, /Use the function save in the API of Video Records\./);
    assert.deepEqual(methods(), ['GET', 'GET', 'PUT']);
    assert.equal(service.record(5).title, 'Whole');
  });

  const failing = async (task: () => Promise<unknown>) => {
    const before = shownMessages().length;
    await task();
    return shownMessages()
      .slice(before)
      .map((message) => JSON.parse(message)[0]);
  };

  test('a lost connection says that nothing was saved and the text is still here', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    for (let time = 0; time < 5; time += 1)
      service.intercept('GET', (_request, response) => response.socket?.destroy());
    const messages = await failing(async () => assert.equal(await document.save(), false));
    const says =
      /^The connection to "desk" was lost\. Nothing was saved; your text is still here\. \[Test Connection\]\(\S+\) · \[Save a Copy\]\(\S+\)$/;
    assert.match(messages.at(-1) ?? '', says);
  });

  test('little is said after Cancel and after Compare', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    const saidAfter = async (choice: string | undefined) => {
      let messages: string[] = [];
      await answering(choice, async () => {
        messages = await failing(async () => assert.equal(await document.save(), false));
      });
      return messages;
    };
    assert.deepEqual(await saidAfter(undefined), ['Record 5 was not saved.']);
    service.change(5, { title: 'Theirs' });
    assert.deepEqual(await saidAfter('Compare'), ['Record 5 was not saved.']);
    await until(
      'the diff is shown',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('↔') === true,
    );
  });
});
