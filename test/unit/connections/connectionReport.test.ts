import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionReport } from '../../../src/connections/connectionReport.ts';
import type { ConnectionTest } from '../../../src/connections/connectionTest.ts';

const given: ConnectionTest = {
  service: 'staging',
  address: 'https://staging.example.org',
  id: 5,
  ok: true,
  steps: [{ step: 'record', state: 'ok', text: 'The answer is a record: A talk.' }],
};

test('a report says first whether it works', () => {
  assert.equal(
    connectionReport(given),
    '# Connection to staging\n\nhttps://staging.example.org\n\nThe connection works.\n\n- ✓ Record: The answer is a record: A talk.\n',
  );
});

test('a report says first where it stopped', () => {
  const steps = [{ step: 'name', state: 'failed', text: 'The name could not be resolved.' }] as const;
  assert.match(
    connectionReport({ ...given, ok: false, steps }),
    /\n\nIt stopped here: The name could not be resolved\.\n/,
  );
});

test('what a service wrote stays text', () => {
  const text = 'A [link](command:x)\n\n# heading <script> `code` *bold*';
  const report = connectionReport({ ...given, steps: [{ step: 'record', state: 'ok', text }] });
  assert.ok(report.endsWith('A \\[link](command:x) # heading \\<script> \\`code\\` \\*bold\\*\n'));
});
