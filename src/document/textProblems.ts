import * as vscode from 'vscode';
import type { Change } from '../record/changes.ts';
import type { Field, RecordText } from '../record/text.ts';
import { validateChanges } from '../record/validation.ts';
import { rangeAt } from '../workbench/edits.ts';
import { plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';

/** Something wrong at a place of a text, for the Problems view. */
export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  /** An error unless it says otherwise. */
  readonly severity?: keyof typeof levels;
  readonly code: string;
}

const levels = { error: 'Error', warning: 'Warning', information: 'Information' } as const;

export const diagnosticSource = 'Video Records';
/** VS Code shows no more problems of a file. */
export const maxProblems = 1_000;

export function diagnosticOf(document: vscode.TextDocument, problem: TextProblem): vscode.Diagnostic {
  const { offset, length, message, severity = 'error', code } = problem;
  const level = vscode.DiagnosticSeverity[levels[severity]];
  const source = code === serviceCode ? vscode.l10n.t('{0} (service)', diagnosticSource) : diagnosticSource;
  return Object.assign(new vscode.Diagnostic(rangeAt(document, offset, length), message, level), {
    source,
    code,
  });
}

/** Of a problem that the service reported. */
const serviceCode = 'service';

/** The problems of changed values. The record begins at `start` of its document. */
export function changeProblems(record: RecordText, changes: readonly Change[], start = 0): TextProblem[] {
  return validateChanges(record, changes).map((problem) => ({
    ...problem,
    message: fieldProblemMessage(problem),
    offset: start + problem.offset,
  }));
}

/** What the service said of a field, at its value. None if the record has no such field. */
export function serviceProblems(record: RecordText | undefined, name: string, message: string, start = 0) {
  const field = record?.fields.get(name);
  const problem = (at: Field): TextProblem => ({
    offset: start + at.offset,
    length: at.length,
    message,
    code: serviceCode,
  });
  return field ? [problem(field)] : [];
}

/** What a service says of each field, in one plain line. */
export function fieldMessages(fields: Readonly<Record<string, readonly string[]>> = {}): [string, string][] {
  const entries = Object.entries(fields).slice(0, maxProblems);
  return entries.map(([field, texts]) => [field, plainText(texts.join(' '))]);
}
