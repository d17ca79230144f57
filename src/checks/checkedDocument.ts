import type * as vscode from 'vscode';
import { openDocument } from '../files/tabs.ts';
import { itemsOf } from '../record/json.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import { editBetween, type TextEdit } from '../record/textEdits.ts';
import { inSlices, turns } from '../workbench/scheduling.ts';
import type { WholeRow } from '../worksheet/worksheets.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { type Checked, type Finding, findingsIn, grouped } from './checkRecords.ts';
import { type FixPick, fixRecord } from './fixRecord.ts';

/** A record or worksheet in an editor with findings, which follow its text. */
export class CheckedDocument {
  readonly uri: vscode.Uri;
  readonly #checked: Checked;
  readonly #read: () => Promise<readonly WholeRow[]>;
  readonly #isShown: (finding: Finding) => boolean;
  readonly #inTurn = turns();
  /** The records as the facts know them, unless they were edited. */
  readonly #first = new Map<number, RecordText>();
  #version = 0;
  #rows: ReadonlyMap<number, WholeRow> = new Map();
  /** Of each record, before those of a group become one. */
  #found: ReadonlyMap<number, readonly Finding[]> = new Map();
  #findings: readonly PlacedFinding[] = [];

  /** The facts know the records as they are. */
  constructor(
    uri: vscode.Uri,
    checked: Checked,
    read: () => Promise<readonly WholeRow[]>,
    isShown: (finding: Finding) => boolean,
  ) {
    this.uri = uri;
    this.#checked = checked;
    this.#read = read;
    this.#isShown = isShown;
  }

  /** None if they are of another text. */
  findings(): readonly PlacedFinding[] {
    return this.#isCurrent() ? this.#findings : [];
  }

  /** Looks at the text again. False if it changed meanwhile. */
  update(): Promise<boolean> {
    return this.#inTurn(async () => {
      const version = openDocument(this.uri)?.version ?? 0;
      const rows = await this.#read();
      this.#rows = new Map(rows.map((row) => [row.id, row]));
      this.#findings = await this.#check(rows);
      this.#version = version;
      return this.#isCurrent();
    });
  }

  /** What fixes change in the text, of these records or of all. */
  fixes(pick: FixPick, ids?: readonly number[]): Promise<readonly TextEdit[]> {
    return this.#inTurn(async () => {
      const wanted = new Set(ids ?? this.#findings.flatMap(({ finding: { id, ids: all } }) => all ?? [id]));
      const edits = await this.#fix(
        [...wanted].flatMap((id) => this.#rows.get(id) ?? []),
        pick,
      );
      return this.#isCurrent() ? edits : [];
    });
  }

  #isCurrent(): boolean {
    return openDocument(this.uri)?.version === this.#version;
  }

  async #check(rows: readonly WholeRow[]): Promise<PlacedFinding[]> {
    const { settings, facts } = this.#checked;
    await inSlices(rows, ({ id, whole }) => {
      const first = this.#first.get(id) ?? whole;
      this.#first.set(id, first);
      facts.follow(id, first, whole);
    });
    const found = new Map<number, readonly Finding[]>();
    await inSlices(rows, (row) => {
      found.set(row.id, findingsIn(recordIn(row), settings, facts).filter(this.#isShown));
    });
    this.#found = found;
    // What has no column here has no fix here, so it counts in no group that has one.
    const all = Map.groupBy([...found.values()].flat(), ({ id, field }) => hasField(this.#rows.get(id)?.fields, field));
    const placed: PlacedFinding[] = [];
    for (const some of all.values()) {
      await inSlices(await grouped(some), (finding) => placed.push(...this.#place(finding)));
    }
    return placed;
  }

  /** At its item or field. If the field isn't shown, it is at the record's ID and has no fixes. */
  #place({ fix, choices, ...found }: Finding): PlacedFinding[] {
    const { row, offset = 0, fields } = this.#rows.get(found.id) ?? {};
    const shown = row?.record?.fields.get(found.field);
    const field = shown ?? row?.record?.fields.get('id');
    if (!field) return [];
    const item = itemsOf(shown?.raw ?? '')[found.item ?? -1];
    const place = item ? { offset: item.offset, length: item.end - item.offset } : { offset: 0, length: field.length };
    const fixes = hasField(fields, found.field) && { ...(fix !== undefined && { fix }), ...(choices && { choices }) };
    return [{ finding: { ...found, ...fixes }, ...place, offset: offset + field.offset + place.offset }];
  }

  /** The facts follow each fix, so that no two titles become the same, and go back: nothing is edited yet. */
  async #fix(rows: readonly WholeRow[], pick: FixPick): Promise<TextEdit[]> {
    const { settings, facts } = this.#checked;
    const edits: TextEdit[] = [];
    const undo: (() => void)[] = [];
    await inSlices(rows, ({ id, whole, row, offset, fields }) => {
      const source = recordIn({ id, whole, row });
      const pickShown: FixPick = (finding) =>
        hasField(fields, finding.field) && this.#isShown(finding) ? pick(finding) : undefined;
      // What was chosen for a host, a name or the durations of a category may not be found once another record has it.
      const isChosen = (finding: Finding) => finding.group.of === undefined && pickShown(finding) !== undefined;
      const values = fixRecord(source, settings, facts, pickShown, this.#found.get(id)?.find(isChosen));
      if (values.size === 0 || !row.record) return;
      const fixed = [...values].reduce((record, [field, value]) => record.with(field, value), source);
      undo.push(() => {
        facts.remove(fixed);
        facts.add(source);
      });
      const edit = editBetween(row.text, withValues(row.record, values));
      edits.push({ ...edit, offset: offset + edit.offset });
    });
    for (const step of undo) step();
    return edits;
  }
}

/** With the values as the row writes them: a list on one line stays on one. */
function recordIn({ id, whole, row }: Pick<WholeRow, 'id' | 'whole' | 'row'>): CheckedRecord {
  return new CheckedRecord(id, { get: (field) => row.record?.fields.get(field) ?? whole.fields.get(field) });
}

function hasField(fields: readonly string[] | undefined, field: string): boolean {
  return !fields || fields.includes(field);
}

export interface PlacedFinding {
  readonly finding: Finding;
  readonly offset: number;
  readonly length: number;
}
