import * as vscode from 'vscode';
import { rangeAt } from '../workbench/edits.ts';
import { plainText } from '../workbench/plainText.ts';

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
export const serviceCode = 'service';

/** What a service says of each field, in one plain line. */
export function fieldMessages(fields: Readonly<Record<string, readonly string[]>> = {}): [string, string][] {
  const entries = Object.entries(fields).slice(0, maxProblems);
  return entries.map(([field, texts]) => [field, plainText(texts.join(' '))]);
}
