import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changesBetween } from '../../../src/record/changes.ts';
import { type Plan, planSave, type WriteMethod } from '../../../src/record/plan.ts';
import { parseRecord, type RecordText } from '../../../src/record/text.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { type RawFields, rawFields, rawRecord, recordOf } from '../../support/recordArbitraries.ts';

const numRuns = 10_000;

/** What a service does with a plan. */
function apply(base: RecordText, plan: Plan, method: WriteMethod): RecordText {
  if (plan.kind !== 'request') return base;
  const sent = rawFields(parseRecord(plan.body));
  return recordOf(method === 'PUT' ? sent : new Map([...rawFields(base), ...sent]));
}

function planned(base: RecordText, edited: RecordText, method: WriteMethod): Plan {
  return planSave(edited, changesBetween(base, edited), method);
}

function withId(fields: RawFields): RawFields {
  return new Map([['id', '12'], ...fields]);
}

suite('planning a save', () => {
  test('nothing changed sends nothing, whatever the layout', () => {
    const base = recordOf({ id: '1', title: '"\\u00e9"' });
    const edited = parseRecord('{\n "title": "é", "id": 1 }');
    assert.deepEqual(planned(base, edited, 'PATCH'), { kind: 'nothing' });
    assert.deepEqual(planned(base, edited, 'PUT'), { kind: 'nothing' });
  });

  test('PATCH sends the changed fields as they were written, in ASCII', () => {
    const base = recordOf({ id: '1', title: '"a"', duration: '1', tags: '[]' });
    const edited = parseRecord('{"id":1,"duration":1.0,"title":"é\\/😀","tags":[],"été":12345678901234567890}');
    assert.deepEqual(planned(base, edited, 'PATCH'), {
      kind: 'request',
      body: '{"duration":1.0,"title":"\\u00e9\\/\\ud83d\\ude00","\\u00e9t\\u00e9":12345678901234567890}',
    });
  });

  test('PUT sends the whole record as it was written, in ASCII and without a byte order mark', () => {
    const edited = parseRecord('\ufeff{"id": 1, "title": "é"}\n');
    assert.deepEqual(planned(recordOf({ id: '1', title: '""', gone: '1' }), edited, 'PUT'), {
      kind: 'request',
      body: '{"id": 1, "title": "\\u00e9"}',
    });
  });

  test('a removed field is refused with PATCH', () => {
    const plan = planned(recordOf({ id: '1', title: '""' }), recordOf({ id: '1', more: '1' }), 'PATCH');
    assert.deepEqual(plan, { kind: 'refused', code: 'fieldRemoved', field: 'title' });
  });

  for (const method of ['PATCH', 'PUT'] as const) {
    test(`an id that was changed, added or removed is refused with ${method}`, () => {
      for (const [base, edited, id] of [
        [{ id: '1' }, { id: '2' }, '1'],
        [{ id: '1' }, { id: '1.0' }, '1'],
        [{ id: '1' }, {}, '1'],
        [{}, { id: '1' }, undefined],
      ] as const) {
        const plan = planned(recordOf(base), recordOf(edited), method);
        assert.ok(plan.kind === 'refused' && plan.code === 'idChanged');
        assert.equal(plan.id, id);
      }
    });
  }

  test('what the plan makes of the base is what was edited', () => {
    fc.assert(
      fc.property(rawRecord, rawRecord, fc.constantFrom('PATCH', 'PUT'), fc.boolean(), (one, other, method, shown) => {
        const base = recordOf(withId(one));
        // PATCH can't remove, so there the edit keeps what the base has.
        const fields = withId(method === 'PATCH' ? new Map([...one, ...other]) : other);
        const compact = recordOf(fields);
        const edited = shown ? parseRecord(formatRecord(compact.text)) : compact;
        const plan = planned(base, edited, method);
        assert.notEqual(plan.kind, 'refused');
        assert.deepEqual(changesBetween(edited, apply(base, plan, method)), []);
        if (plan.kind === 'request') assert.match(plan.body, /^[\0-\x7f]+$/);
      }),
      { numRuns },
    );
  });

  test('PATCH sends the changed fields and no others', () => {
    fc.assert(
      fc.property(rawRecord, rawRecord, (one, other) => {
        const [base, edited] = [recordOf(one), recordOf(new Map([...one, ...other]))];
        const plan = planned(base, edited, 'PATCH');
        const sent = plan.kind === 'request' ? [...parseRecord(plan.body).fields.keys()] : [];
        assert.deepEqual(
          sent,
          changesBetween(base, edited).map((change) => change.field),
        );
      }),
      { numRuns },
    );
  });
});
