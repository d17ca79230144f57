import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { parseRecord } from '../../../src/record/text.ts';
import { worksheetBases } from '../../../src/worksheet/worksheetBases.ts';

const base = (text: string) => ({
  record: parseRecord(text),
  serviceAddress: 'https://desk.example/',
  replaced: new Map(),
});
const sheet = 'videoworksheet://desk/2%20records.worksheet.json?ids%3D1-2';

suite('worksheet bases', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'worksheet-bases-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('another window finds what was kept, with the bases that moved on', async () => {
    const bases = worksheetBases(folder);
    await bases.keep(sheet, () => [
      [1, base('{"id":1,"n":1.00}')],
      [2, base('{"id":2}')],
    ]);
    await bases.add(sheet, [[2, base('{"id":2,"title":"Saved"}')]]);
    const found = await worksheetBases(folder).recover(sheet);
    assert.deepEqual(
      [...found].map(([id, { record }]) => [id, record.text]),
      [
        [1, '{"id":1,"n":1.00}'],
        [2, '{"id":2,"title":"Saved"}'],
      ],
    );
    const [file] = readdirSync(folder);
    assert.equal(statSync(join(folder, file ?? '')).mode & 0o077, 0);
  });

  test('of two windows with the same worksheet, neither base is taken for the other', async () => {
    await worksheetBases(folder).keep(sheet, () => [[1, base('{"id":1}')]]);
    await worksheetBases(folder).keep(sheet, () => [[1, base('{"id":1,"title":"Other"}')]]);
    assert.equal((await worksheetBases(folder).recover(sheet)).size, 0);
  });

  test('two windows that started from the same versions both find them', async () => {
    for (const window of [worksheetBases(folder), worksheetBases(folder)]) {
      await window.keep(sheet, () => [[1, base('{"id":1}')]]);
    }
    assert.equal((await worksheetBases(folder).recover(sheet)).get(1)?.record.text, '{"id":1}');
    assert.equal((await worksheetBases(folder).recover(sheet)).get(1)?.record.text, '{"id":1}');
  });

  test('what moves on in one window is not taken for the base of another', async () => {
    const [one, other] = [worksheetBases(folder), worksheetBases(folder)];
    await one.keep(sheet, () => [[1, base('{"id":1}')]]);
    await other.recover(sheet);
    await other.add(sheet, [[1, base('{"id":1,"title":"Saved there"}')]]);
    await one.keep(sheet, () => [[1, base('{"id":1}')]]);
    assert.equal((await worksheetBases(folder).recover(sheet)).size, 0);
  });

  test('another window that became clean drops all; the next edit keeps all again, and not only what moved on', async () => {
    const [one, other] = [worksheetBases(folder), worksheetBases(folder)];
    const all = () => [[1, base('{"id":1}')] as const, [2, base('{"id":2}')] as const];
    await one.keep(sheet, all);
    await other.drop(sheet);
    await one.add(sheet, [[2, base('{"id":2,"title":"Saved"}')]]);
    assert.deepEqual(readdirSync(folder), []);
    await one.keep(sheet, all);
    assert.equal((await worksheetBases(folder).recover(sheet)).size, 2);
  });

  test('a worksheet without unsaved changes leaves nothing on disk', async () => {
    const bases = worksheetBases(folder);
    await bases.keep(sheet, () => [[1, base('{"id":1}')]]);
    await bases.keep(`${sheet},3`, () => [[3, base('{"id":3}')]]);
    await bases.drop(sheet);
    assert.equal(readdirSync(folder).length, 1);
    assert.equal((await bases.recover(sheet)).size, 0);
  });
});
