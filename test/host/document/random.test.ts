import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Fault, faults, randomNumbers, seed, steps } from '../../support/host/chance.ts';
import {
  answering,
  closeAll,
  edit,
  openRecord,
  reported,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import type { RecordService } from '../../support/recordService.ts';

const fields = ['title', 'category', 'whiteboard', 'summary', 'slug', 'description'];

/**
 * Two people edit one record, with faults, undo and redo in between. No model of the extension: after every step the test
 * asks only whether a text or a change was lost and whether "saved" was true.
 */
suite(`${steps} random steps, seed ${seed}`, () => {
  let service: RecordService;
  suiteSetup(async () => {
    service = await startDesk([5]);
  });
  suiteTeardown(async () => {
    await closeAll();
    await service.close();
  });

  test('no lost text, no lost change, no false "saved"', async function () {
    this.timeout(steps * 2000);
    const { random, pick } = randomNumbers(seed);
    const document = await openRecord('desk', 5);
    await vscode.window.showTextDocument(document);
    const onService = (field: string) => service.record(5)[field];
    const onScreen = (field: string) => value(document, field);
    const isDirty = () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true;
    const version = () => new Map(fields.map((field) => [field, onService(field)]));
    /** What the service had when it was last asked. A clean document shows it, though no save took it in. */
    let newest = version();
    /** What the service had when the document last took in its version, and values that gave way to someone else's. */
    const seen = version();
    const replaced = new Map<string, Set<unknown>>(fields.map((field) => [field, new Set()]));
    let counter = 0;

    /** The document has taken in a version of the service: whatever is new in it came from someone else, or is my own. */
    const takeIn = (mine: ReadonlySet<string>) => {
      for (const field of fields) {
        const taken = newest.get(field);
        if (mine.has(field)) replaced.get(field)?.clear();
        else if (taken !== seen.get(field)) replaced.get(field)?.add(seen.get(field)).add(onScreen(field));
        seen.set(field, taken);
      }
    };
    const shows = (values: ReadonlyMap<string, unknown>) =>
      fields.every((field) => onScreen(field) === values.get(field));
    const isShown = () => shows(version());

    const save = async (choice: string | undefined, fault?: Fault) => {
      const text = document.getText();
      const wanted = new Map(fields.map((field) => [field, onScreen(field)]));
      const before = service.record(5);
      const requests = service.requests.length;
      let landed = false;
      if (fault) {
        service.intercept('PATCH', (_request, response, proceed) =>
          fault(response, () => {
            landed = true;
            proceed();
          }),
        );
      }
      let saved = false;
      const asked = await answering(choice, async () => {
        saved = await document.save();
      });
      service.calm();
      if (service.requests.length > requests) newest = version();
      const written = new Set(fields.filter((field) => onService(field) !== before[field]));
      for (const field of written) {
        assert.equal(onService(field), wanted.get(field), `${field} was written, but nobody typed it`);
        if (asked.length > 0) continue;
        assert.equal(before[field], seen.get(field), `someone else's change of ${field} was overwritten`);
        assert.ok(!replaced.get(field)?.has(wanted.get(field)), `someone else's change of ${field} was reverted`);
      }
      if (!saved) {
        assert.equal(document.getText(), text, 'a failed save changed the text');
        assert.ok(isDirty(), 'a failed save left the document clean');
        assert.ok(written.size === 0 || landed, 'a save that failed was written');
        return;
      }
      if (service.requests.length === requests) {
        // A text that differs from its base in nothing but layout has nothing to save, and the service is not asked.
        for (const field of fields) assert.equal(wanted.get(field), seen.get(field), `${field} was not even sent`);
        return;
      }
      for (const field of fields) {
        if (written.has(field) || wanted.get(field) === onService(field)) continue;
        const isTheirs = before[field] !== seen.get(field) || asked.length > 0;
        assert.ok(isTheirs || wanted.get(field) === seen.get(field), `${field} was called saved, but was not`);
      }
      takeIn(written);
      await until('the document shows what the service has', isShown);
    };

    /** A clean document is read again now and then. */
    const follow = () => {
      if (isShown()) newest = version();
      if (shows(newest)) takeIn(new Set());
    };

    /** The text may show a newer version of the service by then, which the person has seen before typing again. */
    const type = (field: string, json: string) => edit(document, field, json, follow);

    /** An undo or redo of nothing but `updated` goes on to the next step by itself. VS Code runs commands in turn. */
    const goneOn = async () => {
      for (let version = -1; version !== document.version; ) {
        version = document.version;
        await vscode.commands.executeCommand('setContext', 'videoRecords.tests', true);
      }
    };

    for (let step = 0; step < steps; step++) {
      const kind = random(12);
      const choice = pick(['Keep Mine', 'Take Theirs', 'Save Anyway', 'Keep Theirs', 'Cancel']);
      if (kind < 4) await type(pick(fields), JSON.stringify(`mine ${++counter}`));
      else if (kind < 6) service.change(5, { [pick(fields)]: `theirs ${++counter}` });
      else if (kind < 8) await save(choice);
      else if (kind < 9) await save(choice, pick(faults));
      else if (kind < 10) {
        const before = new Map(fields.map((field) => [field, onScreen(field)]));
        const wasDirty = isDirty();
        const problems = await reported('videoRecords.reload', document.uri);
        newest = version();
        if (!/also changed/.test(problems)) {
          if (!wasDirty) await until('the reloaded version is shown', isShown);
          for (const field of fields) {
            const kept = onScreen(field) === onService(field) || onScreen(field) === before.get(field);
            assert.ok(kept, `reload lost ${field} at step ${step}`);
          }
          takeIn(new Set());
        }
      } else {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand(kind < 11 ? 'undo' : 'redo');
        await goneOn();
        // A tab learns after its document that there is nothing to save.
        await until('the tab knows', () => isDirty() === document.isDirty);
        if (isDirty()) continue;
        const isVersion = () => shows(seen) || shows(newest) || isShown();
        await until('a clean document shows a version of the service', () => isVersion() || isDirty());
        if (!isDirty()) follow();
      }
    }
  });
});
