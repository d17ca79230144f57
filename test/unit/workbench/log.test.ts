import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRequest } from '../../../src/connections/clients.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import type { RequestReport } from '../../../src/service/send.ts';
import { UserError } from '../../../src/workbench/commands.ts';
import { logFailure } from '../../../src/workbench/failure.ts';
import { plainText } from '../../../src/workbench/plainText.ts';

const report: RequestReport = {
  method: 'GET',
  address: 'https://videos.example.org/api/v2/video/5',
  attempt: 1,
  milliseconds: 12.4,
  bytes: 1300,
  status: 200,
};

function logged(request: RequestReport): string[] {
  const lines: string[] = [];
  logRequest({ info: (line) => lines.push(`info ${line}`), warn: (line) => lines.push(`warn ${line}`) }, request);
  return lines;
}

test('a request is one line', () => {
  assert.deepEqual(logged(report), [
    'info GET https://videos.example.org/api/v2/video/5 200 12 ms 1300 bytes, attempt 1',
  ]);
});

test('a failure is a warning, but a missing record and a cancelled request are not', () => {
  assert.match(logged({ ...report, status: 500, failure: 'unavailable' })[0] ?? '', /^warn .* 500 \(unavailable\)/);
  const { status: _, ...unanswered } = report;
  assert.match(logged({ ...unanswered, failure: 'network' })[0] ?? '', /^warn .* no answer \(network\)/);
  assert.match(logged({ ...report, status: 404, failure: 'notFound' })[0] ?? '', /^info/);
  assert.match(logged({ ...unanswered, failure: 'cancelled' })[0] ?? '', /^info/);
});

test('a failure is one bounded line, whatever the service says', () => {
  const lines: string[] = [];
  const said = ['Not today.\n2026-01-01 00:00:00.000 [info] forged', 'x'.repeat(3_000_000)];
  logFailure({ error: (line: string) => void lines.push(line) } as never, new Error(said.join('\n')));
  assert.equal(lines.length, 1);
  assert.ok((lines[0] ?? '').length <= 1000);
  assert.doesNotMatch(lines[0] ?? '', /[\r\n]/);
});

test('the log is English: a message for the user is not logged, but the failure behind it is', () => {
  const lines: string[] = [];
  const log = { error: (line: string) => void lines.push(line) } as never;
  logFailure(log, new UserError(plainText('Kein Datensatz ist aktiv.')));
  const cause = new RecordError('notFound', { method: 'GET', address: 'https://videos.example.org/5', status: 404 });
  logFailure(log, new UserError(plainText('Datensatz 5 gibt es nicht.'), { cause }));
  assert.deepEqual(lines, ['notFound GET https://videos.example.org/5 404']);
});
