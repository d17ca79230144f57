import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { withSettings } from '../../support/host/settings.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { invoke } from '../../support/host/tools.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

suite('Safeguards of a save', () => {
  let service: RecordService;
  const files = vscode.workspace.getConfiguration('files');

  setup(async () => {
    service = await startDesk([5], { autoSave: undefined });
  });
  teardown(async () => {
    await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
    await closeDesk(service);
  });

  const statusBarSays = (words: RegExp) =>
    new Promise<void>((resolve) => {
      const { setStatusBarMessage } = vscode.window;
      Reflect.set(vscode.window, 'setStatusBarMessage', (...args: unknown[]) => {
        if (words.test(String(args[0]))) {
          Reflect.set(vscode.window, 'setStatusBarMessage', setStatusBarMessage);
          resolve();
        }
        return Reflect.apply(setStatusBarMessage, vscode.window, args);
      });
    });
  const methods = () => service.requests.map(({ method }) => method);

  test('a program that writes while a save with an intent is under way is refused, and the intent holds', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Whole"');
    const refusals: string[] = [];
    const writing = vscode.workspace.onWillSaveTextDocument((event) => {
      const write = vscode.workspace.fs.writeFile(document.uri, Buffer.from(document.getText()));
      event.waitUntil(Promise.resolve(write).catch((failure) => void refusals.push(String(failure))));
    });
    try {
      await command('saveWithPut', document.uri);
    } finally {
      writing.dispose();
    }
    assert.match(refusals.join(), /VS Code did not say that it saves the editor, so nothing was sent/);
    assert.equal(
      methods()
        .filter((method) => method !== 'GET')
        .join(),
      'PUT',
    );
    assert.equal(service.record(5).title, 'Whole');
  });

  const fillings = {
    'an agent': () => invoke('edit', { service: 'desk', records: [{ id: 5, fields: { title: 'Filled' } }] }),
    'a revert': async () => {
      const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
      await (await extension?.activate())?.save({ service: 'desk', id: 5 }, { title: '"Saved"' });
      const [write] = await command<readonly ShownWrite[]>('showHistory', { service: 'desk', id: 5 });
      await command('revertWrite', write?.entry);
    },
  };
  for (const [who, fill] of Object.entries(fillings)) {
    test(`auto save leaves what ${who} filled in until a person saves it`, async () => {
      await files.update('autoSaveDelay', 1, vscode.ConfigurationTarget.Global);
      await configure({ desk: { baseUrl: service.baseUrl } }, { autoSave: true });
      const document = await openRecord('desk', 5);
      const waits = statusBarSays(/Record 5 was not saved automatically: it has changes that you did not type\./);
      await fill();
      await waits;
      const filled = value(document, 'title');
      const before = service.requests.length;
      const stillWaits = statusBarSays(/it has changes that you did not type/);
      await edit(document, 'summary', '"Typed"');
      await stillWaits;
      assert.deepEqual([service.requests.length, isUnsaved(document)], [before, true]);
      assert.ok(await document.save());
      assert.deepEqual([service.record(5).title, service.record(5).summary], [filled, 'Typed']);
      await until('the answer is shown', () => value(document, 'updated') === service.record(5).updated);
      await edit(document, 'summary', '"Typed again"');
      await until(
        'what a person typed is saved again',
        () => service.record(5).summary === 'Typed again' && !document.isDirty,
      );
    });
  }

  test('so does the auto save of VS Code, where the user turned that on for records', async () => {
    await configure({ desk: { baseUrl: service.baseUrl } }, { autoSave: true });
    const document = await openRecord('desk', 5);
    const refuse = async () => {
      const before = shownMessages().length;
      await fillings['an agent']();
      await until('the automatic save is refused', () => shownMessages().length > before);
    };
    await withSettings('files', { autoSave: 'afterDelay', autoSaveDelay: 1 }, refuse, 'videorecord');
    assert.match(shownMessages().at(-1) ?? '', /Record 5 was not saved\./);
    assert.deepEqual([methods().includes('PATCH'), isUnsaved(document)], [false, true]);
  });

  test('a program that is not permitted learns it by the code of the error', async () => {
    const document = await openRecord('desk', 5);
    service.intercept('PATCH', (_request, response) => reply(response, { status: 403 }));
    const text = document.getText().replace('"Talk 5"', '"No"');
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(document.uri, Buffer.from(text)),
      (error) => error instanceof vscode.FileSystemError && error.code === 'NoPermissions',
    );
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
