import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { CheckedRecord } from '../../../src/checks/checkedRecord.ts';
import { type Finding, findingsIn } from '../../../src/checks/checkRecords.ts';
import type { Facts } from '../../../src/checks/facts.ts';
import { type FixPick, fixRecord, safeFix } from '../../../src/checks/fixRecord.ts';
import { ruleIds } from '../../../src/checks/rules.ts';
import { isGeneric } from '../../../src/checks/titles.ts';
import { parseJson } from '../../../src/record/json.ts';
import { records } from './talkArbitraries.ts';
import { factsOf } from './talks.ts';

function withValues(source: CheckedRecord, changes: ReadonlyMap<string, string>): CheckedRecord {
  return [...changes].reduce((record, [field, raw]) => record.with(field, raw), source);
}

/** What is found of an item or a field. */
const placeOf = ({ rule, field, kind, values }: Finding) => JSON.stringify([rule, field, kind, values]);
const timesIn = (all: readonly Finding[], finding: Finding) =>
  all.filter((one) => placeOf(one) === placeOf(finding)).length;

function findings(record: CheckedRecord, facts: Facts): Finding[] {
  return findingsIn(record, {}, facts);
}

const anyFix: FixPick = ({ fix }) => fix;
const rank = ({ rule }: Finding) => ruleIds.indexOf(rule);

suite('checks: fixes', () => {
  test('remove their finding and introduce none of their rule or an earlier one', () => {
    fc.assert(
      fc.property(records, (all) => {
        const facts = factsOf(all);
        for (const record of all) {
          const before = findings(record, facts);
          for (const finding of before.filter(({ fix }) => fix !== undefined)) {
            const { field, fix = '' } = finding;
            const after = findings(withValues(record, new Map([[field, fix]])), facts);
            assert.equal(timesIn(after, finding), timesIn(before, finding) - 1);
            const introduced = after.filter((one) => timesIn(after, one) > timesIn(before, one));
            assert.ok(introduced.every((one) => rank(one) > rank(finding)));
          }
        }
      }),
    );
  });

  test('change nothing the second time', () => {
    fc.assert(
      fc.property(records, fc.constantFrom(safeFix, anyFix), (all, pick) => {
        const facts = factsOf(all);
        const fixed = all.map((record) => withValues(record, fixRecord(record, {}, facts, pick)));
        for (const record of fixed) {
          assert.deepEqual(fixRecord(record, {}, facts, safeFix), new Map());
          if (pick === safeFix) assert.ok(findings(record, facts).every((one) => safeFix(one) === undefined));
        }
      }),
    );
  });

  test('never touch a text without a finding', () => {
    fc.assert(
      fc.property(records, (all) => {
        const facts = factsOf(all);
        for (const record of all) {
          const found = findings(record, facts);
          if (found.length === 0) assert.equal(fixRecord(record, {}, facts, anyFix).size, 0);
          for (const { rule, field } of found.filter(({ fix }) => fix !== undefined)) {
            const changed = fixRecord(record, {}, factsOf(all), (one) => (one.rule === rule ? one.fix : undefined));
            assert.ok(
              [...changed.keys()].every((name) => found.some((one) => one.rule === rule && one.field === name)),
              field,
            );
          }
        }
      }),
    );
  });

  test('leave an item alone that is left out of them', () => {
    fc.assert(
      fc.property(records, (all) => {
        for (const record of all) {
          const facts = factsOf(all);
          for (const kept of findings(record, facts).filter(({ instead }) => instead)) {
            const isOther = (one: Finding) => one.rule === kept.rule && placeOf(one) !== placeOf(kept);
            const changes = fixRecord(record, {}, factsOf(all), (one) => (isOther(one) ? one.fix : undefined));
            const fixed = withValues(record, changes);
            assert.equal(timesIn(findings(fixed, facts), kept), timesIn(findings(record, facts), kept));
          }
        }
      }),
    );
  });

  test('give valid JSON of the same type in any order, and keep the letters of what stays', () => {
    fc.assert(
      fc.property(records, fc.infiniteStream(fc.nat()), (all, order) => {
        const facts = factsOf(all);
        for (const source of all) {
          let record = source;
          for (let step = 0; step < 10; step += 1) {
            const fixes = findings(record, facts).filter(({ fix }) => fix !== undefined);
            const { field, fix = '', rule } = fixes[(order.next().value ?? 0) % fixes.length] ?? {};
            if (field === undefined) break;
            const raw = record.fields.get(field)?.raw ?? '';
            parseJson(fix);
            assert.equal(fix[0], raw[0]);
            assertKept(rule ?? '', JSON.parse(raw), JSON.parse(fix));
            record = withValues(record, new Map([[field, fix]]));
          }
        }
      }),
    );
  });

  test('make no title empty, generic or equal to that of another record', () => {
    fc.assert(
      fc.property(records, (all) => {
        const facts = factsOf(all);
        for (const record of all) {
          const wasBad = facts.isTitleTaken(record) || isGeneric(record.text('title'), record.text('category'));
          const fixed = withValues(record, fixRecord(record, {}, facts, anyFix));
          if (fixed.text('title') === record.text('title')) continue;
          assert.notEqual(fixed.text('title'), '');
          assert.ok(wasBad || !(facts.isTitleTaken(fixed) || isGeneric(fixed.text('title'), fixed.text('category'))));
        }
      }),
    );
  });
});

const lettersOf = (value: unknown) =>
  [value]
    .flat()
    .join(' ')
    .normalize('NFC')
    .match(/[\p{L}\p{N}]/gu) ?? [];
const wordsIn = (value: unknown) =>
  new Set(
    [value]
      .flat()
      .join(' ')
      .split(/[\s,;、&]+|\b(?:and|y)\b/)
      .filter((word) => word !== ''),
  );

/** Some rules decode or encode characters; the others only take parts away. */
function assertKept(rule: string, before: unknown, after: unknown): void {
  if (['mojibake', 'textEntities', 'addresses', 'speakerOnlyInTitle'].includes(rule)) return;
  if (rule === 'speakersJoined') assert.deepEqual(wordsIn(after), wordsIn(before));
  if (rule === 'spaces') assert.deepEqual(new Set(lettersOf(after)), new Set(lettersOf(before)));
  const rest = Map.groupBy(lettersOf(before), (letter) => letter);
  for (const letter of lettersOf(after)) assert.ok(rest.get(letter)?.pop(), `${rule} added ${letter}`);
}
