import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fieldNames, fieldType } from '../../../src/record/fields.ts';
import { decodeRecord, parseRecord } from '../../../src/record/text.ts';
import { fieldSchema, validateChanges } from '../../../src/record/validation.ts';
import { fieldWords } from '../../../src/workbench/fieldWords.ts';
import { formatRecord } from '../../support/formatRecord.ts';

const corpus = process.env.RECORDS_CORPUS;

suite('the fields', () => {
  test('are the 32 of the interface, each described in a sentence', () => {
    assert.equal(fieldNames.length, 32);
    for (const name of fieldNames) assert.match(fieldWords(name)?.description ?? '', /^[A-Z].*\.$/);
  });

  test('accept any value in an unknown field', () => {
    for (const name of ['unheard', 'constructor', '__proto__']) {
      assert.equal(fieldType(name), undefined);
      assert.equal(fieldSchema(name), undefined);
    }
  });

  test('real records have no problem', { skip: corpus === undefined && 'RECORDS_CORPUS names no file' }, () => {
    const lines = decodeRecord(readFileSync(corpus ?? ''))
      .trim()
      .split('\n');
    assert.ok(lines.length > 0);
    for (const line of lines) {
      const record = parseRecord(formatRecord(line));
      const changes = [...record.fields.keys()]
        .filter((field) => field !== 'id')
        .map((field) => ({ field, kind: 'changed' as const }));
      const errors = validateChanges(record, changes).filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
    }
  });
});
