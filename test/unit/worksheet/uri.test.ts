import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Uri } from 'vscode';
import { fileLabel } from '../../../src/workbench/plainText.ts';
import { worksheetOf } from '../../../src/worksheet/uri.ts';

function named(label: string): unknown {
  const parts = { scheme: 'videoworksheet', authority: 'desk', path: `/${label}.worksheet.json`, query: 'ids=1-2' };
  return worksheetOf(parts as Uri)?.ids;
}

suite('the URI of a worksheet', () => {
  test('has a label of letters, digits, spaces, points, commas and hyphens', () => {
    for (const label of ['2 records', '2.000 Datensätze', '3 件のレコード', '12 条记录', 'a-b, c']) {
      assert.deepEqual(named(label), [1, 2], label);
    }
  });

  test('names nothing if its label could be a link, an icon, a folder or too long', () => {
    const labels = [
      '[Retry](command:b)',
      '$(bug)',
      'a/b',
      'a\nb',
      'a\u202eb',
      'a\u200bb',
      '<b>',
      '`a`',
      '',
      'x'.repeat(61),
    ];
    for (const label of labels) assert.equal(named(label), undefined, JSON.stringify(label));
  });

  test('keeps of a translated label what may be there', () => {
    assert.equal(fileLabel('«2 records»'), '2 records');
    assert.deepEqual(named(fileLabel(`[${'é'.repeat(80)}](command:b)`)), [1, 2]);
  });
});
