import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fieldDescriptions, fieldNames } from '../../../src/record/fields.ts';
import { recordJsonSchema, recordSchema } from '../../../src/record/schema.ts';
import { decodeRecord, formatRecord, parseRecord } from '../../../src/record/text.ts';
import { validateChanges } from '../../../src/record/validation.ts';

interface JsonSchema {
  readonly required?: unknown;
  readonly additionalProperties?: unknown;
  readonly properties: Readonly<
    Record<string, { readonly type?: unknown; readonly description?: string; readonly items?: unknown }>
  >;
}

const schema = recordJsonSchema() as JsonSchema;
const corpus = process.env.RECORDS_CORPUS;

suite('the schema', () => {
  test('has the 32 fields of the interface in its order, each described', () => {
    assert.equal(fieldNames.length, 32);
    assert.deepEqual(Object.keys(schema.properties), fieldNames);
    for (const name of fieldNames) assert.equal(schema.properties[name]?.description, fieldDescriptions[name]);
  });

  test('asks for no field and allows any other', () => {
    assert.equal(schema.required, undefined);
    assert.notEqual(schema.additionalProperties, false);
    assert.ok(recordSchema.safeParse({ unheard: { of: 1 } }).success);
  });

  test('says what the interface says, and allows the nulls of real records', () => {
    const typeOf = (name: string) => schema.properties[name]?.type;
    assert.equal(typeOf('title'), 'string');
    assert.equal(typeOf('state'), 'integer');
    assert.equal(typeOf('video_mp4_download_only'), 'boolean');
    assert.deepEqual(typeOf('video_mp4_length'), ['number', 'null']);
    assert.deepEqual(typeOf('duration'), ['integer', 'null']);
    for (const name of ['language', 'recorded', 'thumbnail_url', 'source_url', 'video_flv_url']) {
      assert.deepEqual(typeOf(name), ['string', 'null']);
    }
    assert.deepEqual(schema.properties.tags?.items, {});
  });

  test('real records have no problem', { skip: corpus === undefined && 'RECORDS_CORPUS names no file' }, () => {
    const lines = decodeRecord(readFileSync(corpus ?? ''))
      .trim()
      .split('\n');
    assert.ok(lines.length > 0);
    for (const line of lines) {
      const record = parseRecord(formatRecord(line));
      assert.deepEqual(recordSchema.safeParse(JSON.parse(line)).error, undefined);
      const changes = [...record.fields.keys()]
        .filter((field) => field !== 'id')
        .map((field) => ({ field, kind: 'changed' as const }));
      const errors = validateChanges(record, changes).filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
    }
  });
});
