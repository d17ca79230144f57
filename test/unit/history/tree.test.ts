import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { WriteSummary } from '../../../src/history/entry.ts';
import { dayLabel, startOfDay, writeTime } from '../../../src/history/messages.ts';
import { daysOf, type HistoryRow } from '../../../src/history/tree.ts';
import { aWrite } from '../../support/historyWrites.ts';

const noon = new Date(2026, 10, 15, 12).getTime();
const hour = 3_600_000;

function summary(id: number, time: number, batch?: string): WriteSummary {
  const { body: _, ...write } = aWrite(id);
  const place = { file: '', offset: 0, length: 0 };
  return { ...write, entry: `e${id}`, time, fields: ['title'], place, ...(batch !== undefined && { batch }) };
}

function shape(row: HistoryRow): unknown {
  if (row.kind === 'day') return [new Date(row.start).getDate(), ...row.rows.map(shape)];
  if (row.kind === 'batch') return [row.batch, ...row.rows.map(shape)];
  return row.id;
}

suite('rows', () => {
  test('writes are grouped by day and batch, the newest first', () => {
    const writes = [
      summary(7, noon),
      summary(6, noon - hour, 'b2'),
      summary(5, noon - hour - 1, 'b1'),
      summary(4, noon - hour - 2, 'b2'),
      summary(3, noon - 13 * hour),
      summary(2, noon - 37 * hour),
    ];
    assert.deepEqual(daysOf(writes).map(shape), [
      [15, 7, ['b2', 6, 4], 5],
      [14, 3],
      [13, 2],
    ]);
  });

  test('a batch that goes on past midnight is one row', () => {
    const midnight = startOfDay(noon);
    const writes = [summary(2, midnight + 5, 'b'), summary(1, midnight - 5, 'b')];
    assert.deepEqual(daysOf(writes).map(shape), [[15, ['b', 2, 1]]]);
  });
});

suite('times', () => {
  const day = 24 * hour;

  test('the last two days have names, earlier ones their date', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: noon });
    assert.equal(dayLabel(startOfDay(noon)), 'Today');
    assert.equal(dayLabel(startOfDay(noon - day)), 'Yesterday');
    assert.equal(dayLabel(startOfDay(noon - 2 * day)), 'Friday, November 13, 2026');
  });

  test('a time is relative for a day, and a time of day after that', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: noon });
    const ago = (age: number) => writeTime(noon - age);
    assert.deepEqual([0, 59_000, 60_000, 59 * 60_000, hour, 23 * hour].map(ago), [
      'now',
      'now',
      '1 min. ago',
      '59 min. ago',
      '1 hr. ago',
      '23 hr. ago',
    ]);
    assert.match(ago(25 * hour), /^11:00\sAM$/);
    assert.equal(ago(-5000), 'now', 'a clock that was set back');
  });
});
