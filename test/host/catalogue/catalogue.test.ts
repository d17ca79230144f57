import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { catalogues } from '../../../src/catalogue/catalogues.ts';
import { usualGrouping } from '../../../src/catalogue/grouping.ts';
import { catalogueTree } from '../../../src/catalogue/tree.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { typedInto } from '../../support/host/picks.ts';
import { answering, closeDesk, command, edit, openRecord, startDesk, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { answeringDialogs, invoke, quoted } from '../../support/host/tools.ts';
import { sheetAt } from '../../support/host/worksheets.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

suite('Catalogue', () => {
  let service: RecordService;
  const update = (ids = '1-30') => command('updateCatalogue', { service: 'desk', ids });
  const idsFor = async (query: string) => {
    const uri = await command<string | undefined>('openWorksheet', { service: 'desk', query, fields: ['title'] });
    return decodeURIComponent(/ids%3D(.*?)%26/.exec(uri ?? '')?.[1] ?? '');
  };

  setup(async () => {
    service = await startDesk([1, 2, 3, 5, 20]);
    service.change(2, { title: 'Rope and Anchor', speakers: ['Guido van Rossum'], category: 'Quay Talks' });
    service.change(3, { title: 'Lanterns', language: '', category: 'Quay Talks' });
    service.taken();
  });
  teardown(() => closeDesk(service));

  suite('Update Catalogue', () => {
    test('reads the given numbers, and later only what has changed', async () => {
      service.etags = true;
      assert.deepEqual(await update(), { service: 'desk', read: 5, changed: 5, missing: 25, failed: 0 });
      service.change(5, { title: 'Changed' });
      service.remove(3);
      assert.deepEqual(await update(), { service: 'desk', read: 4, changed: 1, missing: 26, failed: 0 });
      assert.equal(await idsFor('changed'), '5');
      await assert.rejects(idsFor('lanterns'), /No record in the catalogue matches/);
    });

    test('without numbers, it first says what it will do, and ends after 200 missing ones', async () => {
      const asked = await answeringDialogs(
        () => 'Read All Records',
        () => command('updateCatalogue'),
      );
      assert.deepEqual(asked.result, { service: 'desk', read: 5, changed: 5, missing: 215, failed: 0 });
      assert.equal(asked.asked[0]?.message, 'Read all records of "desk" into a catalogue?');
      assert.ok(asked.asked[0]?.detail.includes(service.baseUrl));
    });

    test('is not begun if the user says no', async () => {
      await answering(undefined, () => command('updateCatalogue'));
      assert.deepEqual(service.taken(), []);
    });

    test('stops after five failures with the reason, and goes on from there', async () => {
      for (let count = 0; count < 40; count += 1) {
        service.intercept('GET', (_, response) => reply(response, { status: 500 }));
      }
      const before = shownMessages().length;
      const stopped = await vscode.commands.executeCommand<Record<string, unknown>>('videoRecords.updateCatalogue', {
        service: 'desk',
        ids: '1-30',
      });
      assert.equal(stopped.stopped, 'failures');
      assert.match(
        shownMessages().slice(before).join('\n'),
        /Stopped updating the catalogue of .* after 0 records.*status 500/,
      );
      service.calm();
      assert.equal(((await update()) as Record<string, unknown>).read, 5);
    });

    test('deleting meanwhile stops it, and nothing is said to be kept', async () => {
      const before = shownMessages().length;
      let deleted: Promise<unknown> | undefined;
      service.intercept('GET', (_, response) => {
        deleted = command('deleteCatalogue', { service: 'desk' });
        reply(response, { status: 404 });
      });
      const { stopped } = await command<{ readonly stopped?: string }>('updateCatalogue', { service: 'desk' });
      await deleted;
      assert.equal(stopped, 'deleted');
      assert.match(shownMessages().slice(before).join('\n'), /was deleted, so its update stopped\."]$/);
    });

    test('deleting asks, unless a program names the service, and Remove Service deletes it too', async () => {
      await update();
      assert.deepEqual(await answering('Delete Catalogue', () => command('deleteCatalogue')), [
        'Delete the catalogue of "desk"?',
      ]);
      await assert.rejects(idsFor('talk'), /"desk" has no catalogue yet/);
      await update();
      await answering('Remove', () => command('removeService', { service: 'desk' }));
      await vscode.workspace
        .getConfiguration('videoRecords')
        .update('services', { desk: { baseUrl: service.baseUrl } }, vscode.ConfigurationTarget.Global);
      await assert.rejects(idsFor('talk'), /"desk" has no catalogue yet/);
    });
  });

  test('what is opened, saved or found missing renews its entry', async () => {
    await update();
    service.change(5, { title: 'Seen when opened' });
    const document = await openRecord('desk', 5);
    assert.equal(await idsFor('"seen when opened"'), '5');
    await edit(document, 'title', '"Kept by hand"');
    assert.ok(await document.save());
    assert.equal(await idsFor('"kept by hand"'), '5');
    service.remove(20);
    await assert.rejects(openRecord('desk', 20));
    await assert.rejects(idsFor('id:20'), /No record in the catalogue matches/);
  });

  test('a query opens all its matches as a worksheet, and near spellings do not count', async () => {
    await update();
    const query = 'category:"quay talks"';
    const uri = await command<string>('openWorksheet', { service: 'desk', query, fields: ['title'] });
    const { document } = await sheetAt(uri);
    assert.match(document.getText(), /Rope and Anchor[\s\S]*Lanterns/);
    assert.equal(await idsFor('category:"quay talks" -language:'), '2');
    await assert.rejects(idsFor('rosum'), /No record in the catalogue matches/);
  });

  suite('Open Record', () => {
    /** Types into the pick. Resolves to its title and rows once one of these has the label. */
    const rowsFor = async (name: string, text: string, label: string) => {
      const { window } = vscode;
      const { createQuickPick } = window;
      const shown = new Promise<vscode.QuickPick<vscode.QuickPickItem>>((resolve) => {
        Reflect.set(window, 'createQuickPick', () => {
          const pick = createQuickPick();
          pick.onDidChangeActive(() => {
            if (!pick.items.some((item) => item.label === label)) return;
            resolve(pick);
            pick.hide();
          });
          const { show } = pick;
          pick.show = () => {
            Reflect.apply(show, pick, []);
            pick.value = text;
          };
          return pick;
        });
      });
      try {
        const [{ title, items }] = await Promise.all([shown, vscode.commands.executeCommand(`videoRecords.${name}`)]);
        return { title, rows: items };
      } finally {
        Reflect.set(window, 'createQuickPick', createQuickPick);
      }
    };

    test('words find recent records, then the rest of the catalogue with category, speakers and date', async () => {
      await update();
      await openRecord('desk', 3);
      const { title, rows } = await rowsFor('open', 'quay', 'Rope and Anchor');
      assert.equal(title, 'Open Record (catalogue as of now)');
      assert.deepEqual(
        rows.map(({ label }) => label),
        ['Recent', 'Lanterns', 'Rope and Anchor'],
      );
      assert.equal(rows.at(-1)?.detail, '#2 on desk · Guido van Rossum · Quay Talks · 2024-05-17');
    });

    test('near spellings are offered where nothing matches', async () => {
      await update();
      const { title } = await rowsFor('open', 'rosum', 'Rope and Anchor');
      assert.equal(title, 'Open Record (catalogue as of now, words similar to yours: rossum)');
    });

    test('a query that begins with the name of a service is meant for it', async () => {
      await update();
      const { rows } = await rowsFor('openWorksheet', 'Desk quay', 'Open 2 records on desk');
      assert.equal(rows[0]?.detail, 'All 2 records of the catalogue that match');
    });

    test('a field without a match, or one that does not exist, is explained', async () => {
      await update();
      const nothing = await rowsFor('open', 'title:nobody', 'Nothing was found for "title:nobody".');
      assert.equal(nothing.rows.length, 1);
      const { rows } = await rowsFor('open', 'tittle:rope', 'There is no field "tittle".');
      assert.equal(rows[0]?.detail, 'Search for title:rope instead');
    });

    test('without a catalogue, words that find nothing offer to update it', async () => {
      const { rows } = await rowsFor('open', 'nobody', 'Update Catalogue…');
      assert.equal(rows[0]?.label, 'Nothing was found for "nobody".');
    });

    test('more matches than are listed are offered as a worksheet', async () => {
      for (let id = 100; id < 201; id += 1) service.change(id, { id, title: `Tide ${id}` });
      await update('100-200');
      const label = 'Open all 101 as worksheet…';
      const { rows } = await rowsFor('open', 'tide', label);
      assert.equal(rows[0]?.detail, 'Only the first 100 are listed.');
      assert.equal(rows.length, 101);
      const { createQuickPick } = vscode.window;
      const choosing = () => {
        const pick = createQuickPick();
        // As a person goes down to it: VS Code puts it below the records, of which one is active.
        pick.onDidChangeActive(([active]) => {
          const offer = pick.items.find((item) => item.label === label);
          if (offer && active?.label !== label) pick.activeItems = [offer];
        });
        return typedInto(pick, 'tide', () => {}, label);
      };
      const titles = async (items: { fields: readonly string[] }[]) =>
        items.filter(({ fields }) => fields.join() === 'title');
      const shown = () => vscode.window.activeTextEditor?.document.uri.scheme === 'videoworksheet';
      await withStandIn('showQuickPick', titles, () =>
        withStandIn('createQuickPick', choosing, async () => {
          await command('open');
          await until('the worksheet is shown', shown);
        }),
      );
      const worksheet = vscode.window.activeTextEditor?.document.getText();
      assert.deepEqual(JSON.parse(worksheet ?? '').at(-1), { id: 200, title: 'Tide 200' });
    });

    test('for a worksheet, all matches are offered with their count', async () => {
      await update();
      const { rows } = await rowsFor('openWorksheet', 'quay', 'Open 2 records on desk');
      assert.equal(rows[0]?.detail, 'All 2 records of the catalogue that match');
    });

    test('for a worksheet, all near matches are offered too', async () => {
      await update();
      const { title, rows } = await rowsFor('openWorksheet', 'quai', 'Open 2 records on desk');
      assert.equal(title, 'Open Worksheet (catalogue as of now, words similar to yours: quay)');
      assert.equal(rows[0]?.detail, 'All 2 records of the catalogue that match');
    });
  });

  test('completion offers the values of the catalogue, the most frequent first', async () => {
    await update();
    const document = await openRecord('desk', 5);
    const at = document.positionAt(document.getText().indexOf('"Harbour Days"') + 1);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const sorted = items.toSorted((one, other) => (one.sortText ?? '').localeCompare(other.sortText ?? ''));
    assert.deepEqual(sorted.map(({ label }) => (typeof label === 'string' ? label : label.label)).slice(0, 2), [
      'Harbour Days',
      'Quay Talks',
    ]);
  });

  test('an agent finds records of the catalogue and learns how old it is', async () => {
    await update();
    const answer = await invoke('find', { words: 'anchor' });
    assert.match(answer, /The catalogue of desk is as of \d{4}-\d\d-\d\dT/);
    assert.deepEqual(
      quoted(answer).map(({ id }) => id),
      [2],
    );
    const byField = await invoke('find', { fields: { category: 'quay talks' } });
    assert.deepEqual(
      quoted(byField).map(({ id }) => id),
      [3, 2],
    );
  });

  test('Go to Next Record asks for no number that is known to be missing', async () => {
    await update();
    await openRecord('desk', 5);
    service.taken();
    assert.match(await command<string>('openNext'), /\/20-/);
    assert.deepEqual(service.taken(), ['GET 20']);
  });

  test('the view lists services, categories with counts and records, and filters with a query', async () => {
    await update();
    const found = { name: 'desk', address: parseServiceAddress(service.baseUrl) };
    const services = { all: () => [found], find: () => found, fingerprint: async () => '' } as unknown as Services;
    const log = { error: assert.fail };
    const all = catalogues({ services, folder: dirname(historyFolder()), log });
    const tree = catalogueTree(services, all, { of: () => [] }, { of: () => usualGrouping }, async () => []);
    const rows = async () => {
      const [group] = await tree.getChildren();
      assert.ok(group);
      const categories = await tree.getChildren(group);
      const records = await Promise.all(categories.map((row) => tree.getChildren(row)));
      return [group, ...categories, ...records.flat()].map((row) => {
        const { label, description } = tree.getTreeItem(row);
        return `${label}: ${description}`;
      });
    };
    assert.deepEqual(await rows(), [
      'desk: 5 records, as of now',
      'Harbour Days: 3',
      'Quay Talks: 2',
      'Talk 20: #20 · Ada Example, Bo Sample',
      'Talk 5: #5 · Ada Example, Bo Sample',
      'Talk 1: #1 · Ada Example, Bo Sample',
      'Lanterns: #3 · Ada Example, Bo Sample',
      'Rope and Anchor: #2 · Guido van Rossum',
    ]);
    tree.filter = 'language:';
    assert.deepEqual(await rows(), [
      'desk: 1 of 5 records, as of now',
      'Quay Talks: 1',
      'Lanterns: #3 · Ada Example, Bo Sample',
    ]);
  });
});
