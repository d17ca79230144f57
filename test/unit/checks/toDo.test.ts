import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CheckedRecord } from '../../../src/checks/checkedRecord.ts';
import { toDoRows } from '../../../src/checks/checkMessages.ts';
import { checkRecords, type Finding, grouped } from '../../../src/checks/checkRecords.ts';
import { dismissalsOf } from '../../../src/checks/dismissing.ts';
import { kindOf } from '../../../src/checks/kinds.ts';
import {
  dismissedBy,
  keysOf,
  left,
  nothing,
  parseToDo,
  type ToDo,
  withDismissed,
  withoutDismissed,
  withResult,
  withSaved,
} from '../../../src/checks/toDo.ts';
import { toDoFiles } from '../../../src/checks/toDoFiles.ts';
import type { LinkVerdict } from '../../../src/service/linkVerdict.ts';
import { records } from './talkArbitraries.ts';
import { check, talk, talks, type Values } from './talks.ts';

const checkAll = (all: readonly CheckedRecord[], toDo = nothing) =>
  checkRecords(async (task) => all.forEach(task), {}, { isDismissed: dismissedBy(toDo) });
const idsLeft = (toDo: ToDo) => Object.fromEntries(left(toDo).map(({ kind, ids }) => [kind, ids]));
const rows = (toDo: ToDo) => toDoRows(toDo).map(({ rule, count }) => `${rule} ${count}`);
/** As a later window has it. */
const stored = (toDo: ToDo) => parseToDo(JSON.parse(JSON.stringify(toDo)));

suite('checks: to do', () => {
  const found = async () =>
    withResult(
      nothing,
      await checkAll(talks({ title: ' Lamps' }, { title: 'Light ', tags: ['x', 'x'] }, { whiteboard: 'todo' }, {})),
      '',
    );
  const saved = (toDo: ToDo, values: Values, id: number) => {
    const record = talk(values, id);
    return withSaved(toDo, id, new Set(check([record]).map(kindOf)));
  };

  test('lists all, then kinds with the number of their records, and what people wrote', async () => {
    const toDo = stored(await found());
    assert.deepEqual(rows(toDo), ['all 3', 'spaces 2', 'tagRepeats 1', 'whiteboard 1']);
    assert.deepEqual(idsLeft(toDo), { spaces: [1, 2], tagRepeats: [2], whiteboard: [3] });
  });

  test('lists what is safe and many first, and what is done last', async () => {
    const http = { source_url: 'http://a.example/1' };
    const all = talks(http, http, { ...http, title: 'Light ' }, { tags: ['x', 'x'] }, { tags: ['x', 'X'] });
    const toDo = withResult(nothing, await checkAll(all), '');
    const order = (one: ToDo) => toDoRows(one).map(({ rule }) => rule);
    assert.deepEqual(order(toDo).slice(0, 4), ['all', 'tagRepeats', 'spaces', 'addresses']);
    assert.equal(order(saved(toDo, {}, 3)).at(-1), 'spaces');
  });

  test('counts what was saved without its finding as done, until it is back', async () => {
    let toDo = await found();
    toDo = saved(toDo, { title: 'Lamps' }, 1);
    toDo = saved(toDo, { whiteboard: 'done' }, 3);
    toDo = stored(saved(toDo, { title: 'New ' }, 4));
    assert.deepEqual(rows(toDo), ['all 1', 'spaces 1 of 2 done', 'tagRepeats 1', 'whiteboard 1 of 1 done']);
    assert.deepEqual(idsLeft(toDo), { spaces: [2], tagRepeats: [2], whiteboard: [] });
    assert.deepEqual(rows(saved(toDo, { title: 'Lamps ' }, 1)).slice(0, 2), ['all 2', 'spaces 2']);
  });

  test('a duplicate is done with the others of its set, until one is back', async () => {
    const same = { title: 'On lamps' };
    const all = talks(same, same, same, { title: 'Dusk' }, { title: 'Dusk' });
    const before = stored(withResult(nothing, await checkAll(all), ''));
    const idsAfter = (toDo: ToDo) => idsLeft(toDo).duplicates;
    const two = saved(before, { title: 'On ships' }, 1);
    assert.deepEqual(idsAfter(two), [2, 3, 4, 5]);
    const three = stored(saved(two, { title: 'On maps' }, 2));
    assert.deepEqual(
      [idsAfter(three), rows(three)],
      [
        [4, 5],
        ['all 2', 'duplicates 3 of 5 done'],
      ],
    );
    assert.deepEqual(idsAfter(withSaved(three, 2, new Set(['duplicates']))), [2, 3, 4, 5]);
  });

  test('the next check renews what it looks for: rules, or links', async () => {
    const links = new Map([['https://a.example/1', { verdict: 'gone', reason: 'status' } as const]]);
    const dead = talks({ video_mp4_url: 'https://a.example/1' });
    const result = await checkRecords(async (task) => dead.forEach(task), { spaces: false }, { links });
    const both = stored(withResult(await found(), result, 'dead'));
    assert.deepEqual(Object.keys(idsLeft(both)), ['spaces', 'tagRepeats', 'whiteboard', 'links.gone']);
    assert.deepEqual([both.query, both.verdicts], ['', [...links]]);
    const renewed = withResult(both, await checkAll(talks({ title: 'Dusk ' })), 'dusk');
    assert.deepEqual(idsLeft(renewed), { spaces: [2, 1], tagRepeats: [2], whiteboard: [3], 'links.gone': [1] });
    assert.equal(renewed.query, '');
    const whole = withResult(renewed, await checkAll(talks({ title: 'Dusk ' })), '');
    assert.deepEqual(idsLeft(whole), { 'links.gone': [1], spaces: [1] });
  });

  test('a check of a query leaves what it did not look at, also dead links', async () => {
    const address = (id: number) => `https://a.example/${id}`;
    const dead = (id: number) => [address(id), { verdict: 'gone', reason: 'status' }] as const;
    const checkLinks = (ids: readonly number[], gone: readonly number[], toDo: ToDo, query: string) => {
      const all = ids.map((id) => talk({ video_mp4_url: address(id) }, id));
      const options = { links: new Map(gone.map(dead)) };
      const result = checkRecords(async (task) => all.forEach(task), { duplicates: false }, options);
      return result.then((found) => stored(withResult(toDo, found, query)));
    };
    const both = await checkLinks([1, 2], [1, 2], nothing, '');
    const one = await checkLinks([2], [], both, 'second');
    assert.deepEqual(idsLeft(one), { 'links.gone': [1] });
    assert.ok(one.verdicts.some(([request]) => request === address(1)));
  });
});

suite('checks: dismissed findings', () => {
  const scope = fc.constantFrom(0, 1, 2);
  const chosen = fc.array(fc.tuple(fc.nat(), scope), { minLength: 1, maxLength: 3 });
  const dismiss = (toDo: ToDo, key: string) => withDismissed(toDo, { key, label: 'no mistake' });
  const texts = (findings: readonly Finding[]) => findings.map((one) => JSON.stringify(one)).sort();
  /** What a finding is about: records with the same video, or the values of one field. */
  const about = ({ rule, kind, id, field, values, key }: Finding) =>
    JSON.stringify([rule, kind, key ?? [id, field, values]]);

  test('never come back, and nothing else goes; with what is to do they are what the check found', async () => {
    await fc.assert(
      fc.asyncProperty(records, records, chosen, async (all, others, picks) => {
        const { found } = await checkAll(all);
        if (found.length === 0) return;
        const wanted = picks.map(([at, of]) => ({ finding: found[at % found.length] as Finding, of }));
        const toDo = stored(wanted.reduce((before, { finding, of }) => dismiss(before, keysOf(finding)[of]), nothing));
        const isMeant = (one: Finding) =>
          wanted.some(({ finding, of }) => {
            if (of === 2) return kindOf(one) === kindOf(finding) && one.category === finding.category;
            return of === 1 ? one.group.key === finding.group.key : about(one) === about(finding);
          });
        for (const now of [
          all,
          [...all, ...others.map((one, at) => new CheckedRecord(all.length + at + 1, one.fields))],
        ]) {
          const result = await checkAll(now, toDo);
          const dismissed = result.found.filter((one) => !result.toDo.includes(one));
          assert.deepEqual(texts(dismissed), texts(result.found.filter(isMeant)));
          assert.deepEqual(texts([...result.toDo, ...dismissed]), texts((await checkAll(now)).found));
          const kept = withResult(toDo, result, '');
          const ofKinds = left(kept).flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`));
          const expected = new Set(result.toDo.map((one) => `${kindOf(one)} ${one.id}`));
          assert.deepEqual(new Set(ofKinds.filter((one) => !one.startsWith('whiteboard'))), expected);
        }
      }),
    );
  });

  test('are never given up for another one', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ key: `${at}`, label: 'no mistake' }));
    assert.equal(dismiss({ ...nothing, dismissed: many }, 'another').dismissed.length, 10_001);
  });

  test('come back when they are restored, and only they', async () => {
    await fc.assert(
      fc.asyncProperty(records, chosen, async (all, picks) => {
        const before = withResult(nothing, await checkAll(all), '');
        const { found } = await checkAll(all);
        if (found.length === 0) return;
        const keys = picks.map(([at, of]) => keysOf(found[at % found.length] as Finding)[of]);
        const [first = '', ...rest] = new Set(keys);
        const without = rest.reduce(dismiss, before);
        assert.deepEqual(left(withoutDismissed(dismiss(without, first), first)), left(without));
      }),
      { numRuns: 30 },
    );
  });

  test('two spellings are kept apart in all records, whichever is better, and no third one with them', async () => {
    const names = (...all: string[]) => talks(...all.map((name) => ({ speakers: [name] })));
    const [found] = check(names('Rene Roe', 'René Roe'));
    assert.ok(found);
    const [{ key, label } = { key: '', label: '' }] = dismissalsOf(found);
    assert.equal(label, '"Rene Roe" is also spelled "René Roe".');
    const toDo = dismiss(nothing, key);
    const more = names('Rene Roe', 'Rene Roe', 'Rene Roe', 'René Roe', 'RENE ROE');
    const result = await checkAll(more, toDo);
    assert.deepEqual(
      result.toDo.map(({ values }) => values),
      [
        ['RENE ROE', 'René Roe'],
        ['RENE ROE', 'Rene Roe'],
      ],
    );
  });

  test('the address of one record is dismissed without those of other records on its host', async () => {
    const on = (path: string) => ({ source_url: `http://a.example/${path}` });
    const [found] = check([talk(on('1'))]);
    assert.ok(found);
    const toDo = dismiss(nothing, dismissalsOf(found)[0]?.key ?? '');
    const result = await checkAll(talks(on('1'), on('2')), toDo);
    assert.deepEqual(
      result.toDo.map(({ id }) => id),
      [2],
    );
    const [ofHost] = await grouped(check(talks(on('1'), on('2'))));
    assert.ok(ofHost);
    const none = await checkAll(talks(on('1'), on('2')), dismiss(nothing, dismissalsOf(ofHost)[0]?.key ?? ''));
    assert.deepEqual(none.toDo, []);
  });

  test('what a field says instead is a new finding', async () => {
    const both: readonly (readonly [Values, Values])[] = [
      [{ source_url: 'https://demo:demo@a.example/x' }, { source_url: 'https://root:other@b.example/y' }],
      [{ source_url: 'https://a.example/a b' }, { source_url: 'https://a.example/c d' }],
      [{ title: 'Intro to make.mp4' }, { title: 'dsc_00131_final.mov' }],
      [
        { title: 'On lamps', summary: 'On lamps' },
        { title: 'On ropes', summary: 'On ropes' },
      ],
    ];
    for (const [before, after] of both) {
      const found = check([talk(before)]);
      const keys = found.map((one) => dismissalsOf(one)[0]?.key ?? '');
      const toDo = keys.reduce((all, key) => dismiss(all, key), nothing);
      assert.ok(found.length > 0);
      assert.deepEqual((await checkAll([talk(before)], toDo)).toDo, []);
      assert.equal((await checkAll([talk(after)], toDo)).toDo.length, found.length, JSON.stringify(after));
    }
  });

  test('a link stays dismissed if there is another reason for the same verdict', async () => {
    const address = 'https://a.example/1';
    const checkLink = async (verdict: LinkVerdict, toDo = nothing) =>
      checkRecords(
        async (task) => task(talk({ source_url: address })),
        {},
        {
          links: new Map([[address, verdict]]),
          isDismissed: dismissedBy(toDo),
        },
      );
    const [found] = (await checkLink({ verdict: 'unknown', reason: 'noAnswer' })).toDo;
    assert.ok(found);
    const toDo = dismiss(nothing, dismissalsOf(found)[0]?.key ?? '');
    assert.deepEqual((await checkLink({ verdict: 'unknown', reason: 'status', status: 503 }, toDo)).toDo, []);
    assert.equal((await checkLink({ verdict: 'gone', reason: 'status', status: 404 }, toDo)).toDo.length, 1);
  });

  test('a pair of duplicates is dismissed for both, and back with a third', async () => {
    const same = { title: 'On lamps' };
    const [found] = check(talks(same, same));
    assert.ok(found);
    const toDo = dismiss(nothing, keysOf(found)[0]);
    assert.deepEqual((await checkAll(talks(same, same), toDo)).toDo, []);
    assert.equal((await checkAll(talks(same, same, same), toDo)).toDo.length, 3);
  });
});

suite('checks: the file of what is to do', () => {
  const withFiles = async (task: (open: () => ReturnType<typeof toDoFiles>, path: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'to-do-'));
    try {
      const catalogue = { folder: async () => join(folder, 'service'), toDoChanged: () => {} };
      await task(() => toDoFiles(catalogue), join(folder, 'service', 'to-do.json'));
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const one = (key: string) => ({ key, label: key });

  test('is read by the next window, follows another one, and only the user can read it', async () => {
    await withFiles(async (open, path) => {
      const [mine, other] = [open(), open()];
      assert.deepEqual(await mine.read('desk'), nothing);
      await mine.change('desk', (before) => withDismissed(before, one('a')));
      await other.change('desk', (before) => withDismissed(before, one('b')));
      assert.deepEqual((await mine.read('desk')).dismissed, [one('a'), one('b')]);
      assert.deepEqual((await open().current('desk')).dismissed, [one('a'), one('b')]);
      if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
    });
  });

  test('a result that is too large to be read again is refused, and dismissals stay', async () => {
    await withFiles(async (open) => {
      await open().change('desk', (before) => withDismissed(before, one('a')));
      const query = 'x'.repeat(51 * 1024 * 1024);
      await assert.rejects(
        open().change('desk', (before) => ({ ...before, query })),
        /too much text/,
      );
      assert.deepEqual((await open().read('desk')).dismissed, [one('a')]);
    });
  });

  test('dismissals outlast a kind that this version does not know', () => {
    const item = { kind: 'renamed', id: 1, field: 'title', keys: [], isDone: false };
    const verdict = ['https://a.example/1', { verdict: 'gone', reason: 'renamed' }];
    const dismissed = [one('a')];
    const toDo = { query: 'dusk', found: [item], verdicts: [verdict], dismissed };
    assert.deepEqual(parseToDo(toDo), { query: 'dusk', found: [], verdicts: [], dismissed });
  });

  test('counts as empty if it is damaged', async () => {
    await withFiles(async (open, path) => {
      await open().change('desk', (before) => withDismissed(before, one('a')));
      for (const text of ['{', '{"found": 1}', '']) {
        await writeFile(path, text);
        assert.deepEqual(await open().read('desk'), nothing);
      }
    });
  });
});
