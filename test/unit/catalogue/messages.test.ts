import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueWords, progressMessage, resultMessage, stateText } from '../../../src/catalogue/messages.ts';
import { agoText } from '../../../src/workbench/plainText.ts';

const counts = { read: 900, changed: 12, missing: 100, failed: 0 };

test('progress has count, pace and time left, as far as they are known', () => {
  assert.equal(
    progressMessage({ ...counts, asked: 1000, total: 4000 }, 20_000),
    '900 records read, 1,000 of 4,000 requests, 50 per second, 60 sec left',
  );
  assert.equal(
    progressMessage({ ...counts, asked: 1000, total: undefined }, 20_000),
    '900 records read, 50 requests per second',
  );
});

test('the result says how many records were read, and why it stopped', () => {
  assert.equal(resultMessage('desk', counts), 'Updated the catalogue of "desk": 900 records read, 12 new or changed.');
  assert.match(resultMessage('desk', { ...counts, failed: 3 }), /3 could not be read\.$/);
  assert.match(resultMessage('desk', { ...counts, stopped: 'cancelled' }), /after 900 records\. They are kept\.$/);
  assert.match(
    resultMessage('desk', { ...counts, stopped: 'full' }),
    /is full: it has 50,000 records, 500 MB, or too much text to search\.$/,
  );
  const cause = new Error('ENOSPC: no space left on [device](command:x)');
  assert.match(resultMessage('desk', { ...counts, stopped: 'storage', cause }), /no space left on \[device\] \(/);
});

test('the age of a catalogue is in the largest whole unit', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1e12 });
  const hour = 3_600_000;
  assert.deepEqual(
    [0, 59_999, hour, 25 * hour, 73 * hour].map((age) => agoText(1e12 - age)),
    ['now', 'now', '1 hr. ago', 'yesterday', '3 days ago'],
  );
  assert.equal(stateText(1, Date.now()), '1 record, as of now');
});

test('a query is no link in the prompt of Name Worksheet', () => {
  const prompt = catalogueWords.nameQueryPrompt('[x](command:workbench.action.quit)');
  assert.match(prompt, /keeps the query \[x\] \(command:/);
});
