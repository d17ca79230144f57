/** How much each rule finds in real records. Prints a table with `RECORDS_CORPUS` set. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { CheckedRecord } from '../../../src/checks/checkedRecord.ts';
import { grouped } from '../../../src/checks/checkRecords.ts';
import { fixRecord, safeFix } from '../../../src/checks/fixRecord.ts';
import { ruleIds } from '../../../src/checks/rules.ts';
import { decodeRecord, parseRecord } from '../../../src/record/text.ts';
import { check, factsOf } from './talks.ts';

const corpus = process.env.RECORDS_CORPUS;

/** Records, findings that are shown, and fixes. The corpus is always the same 337 records. */
const expected: Readonly<Record<string, readonly number[]>> = {
  mojibake: [2, 2, 2],
  textEntities: [1, 1, 1],
  spaces: [17, 46, 46],
  placeholderText: [1, 1, 1],
  speakersJoined: [1, 1, 1],
  speakerOnlyInTitle: [0, 0, 0],
  tagRepeats: [32, 12, 0],
  titleHasCategory: [24, 24, 24],
  titleHasSpeaker: [7, 7, 7],
  nameVariants: [18, 7, 0],
  addresses: [254, 15, 0],
  dateInText: [17, 3, 0],
  durationInMinutes: [31, 3, 0],
  sameText: [1, 1, 0],
  dates: [0, 0, 0],
  duplicates: [2, 2, 0],
  missing: [75, 29, 0],
  htmlInText: [2, 2, 0],
  titleIsFileName: [14, 2, 0],
  links: [0, 0, 0],
};

suite('checks: real records', { skip: corpus === undefined && 'RECORDS_CORPUS names no file' }, () => {
  const read = () =>
    decodeRecord(readFileSync(corpus ?? ''))
      .trim()
      .split('\n')
      .map((line) => parseRecord(line))
      .map(({ fields }) => new CheckedRecord(Number(fields.get('id')?.raw), fields));

  test('have as many findings as were read and judged', async (context) => {
    const findings = check(read());
    const shown = await grouped(findings);
    const counts = ruleIds.map((rule) => {
      const own = findings.filter((finding) => finding.rule === rule);
      const records = new Set(own.map(({ id }) => id)).size;
      const fixes = own.filter(({ fix }) => fix !== undefined).length;
      return [rule, [records, shown.filter((finding) => finding.rule === rule).length, fixes]] as const;
    });
    for (const [rule, [records, groups, fixes]] of counts) {
      context.diagnostic(`${rule.padEnd(20)} records ${records}, shown ${groups}, fixes ${fixes}`);
    }
    assert.deepEqual(Object.fromEntries(counts), expected);
  });

  test('have no safe fix left after "fix everything"', () => {
    const records = read();
    const facts = factsOf(records);
    const fixed = records.map((record) => {
      const values = [...fixRecord(record, {}, facts, safeFix)];
      assert.ok(values.every(([field]) => record.fields.get(field)));
      return values.reduce((before, [field, value]) => before.with(field, value), record);
    });
    assert.deepEqual(
      check(fixed).flatMap((finding) => safeFix(finding) ?? []),
      [],
    );
  });
});
