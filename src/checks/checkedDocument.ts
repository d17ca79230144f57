import { setImmediate as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { openDocument } from '../files/tabs.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import { editBetween, type TextEdit } from '../record/textEdits.ts';
import { turns } from '../workbench/scheduling.ts';
import type { WholeRow } from '../worksheet/worksheets.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { type CheckSettings, type Finding, findingsIn, type GroupedFinding, grouped } from './checkRecords.ts';
import type { Facts } from './facts.ts';
import { type FixPick, fixRecord } from './fixRecord.ts';

/** What a check found out, besides its findings. */
export interface Checked {
  readonly settings: CheckSettings;
  readonly facts: Facts;
  /** The records as the facts know them. */
  readonly records: Map<number, RecordText>;
}

/** A record or worksheet in an editor with findings, which follow its text. */
export class CheckedDocument {
  readonly uri: vscode.Uri;
  readonly #checked: Checked;
  readonly #read: () => Promise<readonly WholeRow[]>;
  readonly #inTurn = turns();
  #version = 0;
  #rows: ReadonlyMap<number, WholeRow> = new Map();
  #findings: readonly PlacedFinding[] = [];

  constructor(uri: vscode.Uri, checked: Checked, read: () => Promise<readonly WholeRow[]>) {
    this.uri = uri;
    this.#checked = checked;
    this.#read = read;
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
      this.#findings = await inSlices(this.#check(rows));
      this.#version = version;
      return this.#isCurrent();
    });
  }

  /** What fixes change in the text, of these records or of all. */
  fixes(pick: FixPick, ids?: readonly number[]): Promise<readonly TextEdit[]> {
    return this.#inTurn(async () => {
      const wanted = new Set(ids ?? this.#findings.flatMap(({ finding: { id, ids: all } }) => all ?? [id]));
      const rows = [...wanted].flatMap((id) => this.#rows.get(id) ?? []);
      const edits = await inSlices(this.#fix(rows, pick));
      return this.#isCurrent() ? edits : [];
    });
  }

  #isCurrent(): boolean {
    return openDocument(this.uri)?.version === this.#version;
  }

  *#check(rows: readonly WholeRow[]): Generator<void, PlacedFinding[]> {
    const { settings, facts, records } = this.#checked;
    for (const { id, whole } of rows) {
      const before = records.get(id);
      if (before?.text === whole.text) continue;
      if (before) facts.remove(new CheckedRecord({ id, fields: before.fields }));
      facts.add(new CheckedRecord({ id, fields: whole.fields }));
      records.set(id, whole);
      yield;
    }
    const findings: Finding[] = [];
    for (const { id, whole } of rows) {
      findings.push(...findingsIn({ id, fields: whole.fields }, settings, facts));
      yield;
    }
    const placed: PlacedFinding[] = [];
    for (const finding of grouped(findings)) {
      placed.push(...this.#place(finding));
      yield;
    }
    return placed;
  }

  /** At its field, or at the record's ID if the field isn't shown. */
  #place(finding: GroupedFinding): PlacedFinding[] {
    const { row, offset = 0 } = this.#rows.get(finding.id) ?? {};
    const field = row?.record?.fields.get(finding.field) ?? row?.record?.fields.get('id');
    return field ? [{ finding, offset: offset + field.offset, length: field.length }] : [];
  }

  /** The facts follow each fix, so that no two titles become the same, and go back: nothing is edited yet. */
  *#fix(rows: readonly WholeRow[], pick: FixPick): Generator<void, TextEdit[]> {
    const { settings, facts } = this.#checked;
    const edits: TextEdit[] = [];
    const undo: (() => void)[] = [];
    for (const { id, whole, row, offset, fields } of rows) {
      const source = new CheckedRecord({ id, fields: whole.fields });
      const isShown = ({ field }: Finding) => !fields || fields.includes(field);
      const values = fixRecord(source, settings, facts, (finding) => (isShown(finding) ? pick(finding) : undefined));
      yield;
      if (values.size === 0 || !row.record) continue;
      const fixed = [...values].reduce((record, [field, value]) => record.with(field, value), source);
      undo.push(() => {
        facts.remove(fixed);
        facts.add(source);
      });
      const edit = editBetween(row.text, withValues(row.record, values));
      edits.push({ ...edit, offset: offset + edit.offset });
    }
    for (const step of undo) step();
    return edits;
  }
}

export interface PlacedFinding {
  readonly finding: GroupedFinding;
  readonly offset: number;
  readonly length: number;
}

const sliceMs = 10;

/** Runs a task that can pause after each of its steps, so that the extension host answers others meanwhile. */
export async function inSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let sliceEnd = performance.now() + sliceMs;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() < sliceEnd) continue;
    await pause();
    if (signal?.aborted) throw new vscode.CancellationError();
    sliceEnd = performance.now() + sliceMs;
  }
}
