import * as vscode from 'vscode';
import { recordScheme } from '../document/recordUri.ts';
import { documentsOf } from '../document/spellings.ts';
import { isUnsaved, onDidCloseDocument, openDocument } from '../files/tabs.ts';
import type { Change } from '../record/changes.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { rangeAt } from '../workbench/edits.ts';
import { plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage, textErrorMessage } from '../workbench/problemMessages.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { diagnosticSource, serviceSource } from './languageMessages.ts';
import type { ParsedDocuments, ParsedText } from './parsedDocuments.ts';

export interface RecordDiagnostics extends vscode.Disposable {
  /** Shows what the service reported for fields, and reveals the first error after a failed save. */
  saveFailed(name: RecordName, messages: FieldMessages): Promise<void>;
}

export type FieldMessages = Readonly<Record<string, readonly string[]>>;

const quietMs = 250;

/** Keeps the problems of open records shown. */
export function recordDiagnostics(
  documents: ParsedDocuments,
  onDidChangeStanding: vscode.Event<vscode.Uri>,
): RecordDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('videoRecords');
  const timers = quietTimers();
  const rejections = new Map<string, ReadonlyMap<string, Rejection>>();
  const savedByUser = new WeakSet<vscode.TextDocument>();

  const check = async (document: vscode.TextDocument) => {
    const { uri, version } = document;
    const edits = await documents.edits(document);
    if (document.isClosed || document.version !== version) return;
    const problems = problemsIn(
      documents.parsed(document),
      edits?.changes ?? [],
      rejections.get(uri.toString()) ?? new Map(),
    );
    const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
    // Most records have no problem, and every update reaches the whole workbench.
    if (diagnostics.length > 0 || collection.has(uri)) collection.set(uri, diagnostics);
  };

  const schedule = (document: vscode.TextDocument) => {
    if (document.uri.scheme !== recordScheme) return;
    timers.schedule(document.uri.toString(), quietMs, () => void check(document));
  };

  const registrations = vscode.Disposable.from(
    collection,
    timers,
    vscode.workspace.onDidOpenTextDocument(schedule),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.Manual) savedByUser.add(document);
      else savedByUser.delete(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => savedByUser.delete(document)),
    onDidChangeStanding((uri) => {
      const document = openDocument(uri);
      if (!document) return;
      if (!isUnsaved(document)) rejections.delete(uri.toString());
      schedule(document);
    }),
    onDidCloseDocument(({ uri }) => {
      timers.cancel(uri.toString());
      rejections.delete(uri.toString());
      collection.delete(uri);
    }),
  );
  vscode.workspace.textDocuments.forEach(schedule);

  return {
    async saveFailed(name, messages) {
      const [document] = documentsOf(name);
      if (!document) return;
      const rejected = rejectionsOf(documents.parsed(document), messages);
      if (rejected.size > 0) rejections.set(document.uri.toString(), rejected);
      await check(document);
      if (savedByUser.has(document)) revealFirstError(document, collection.get(document.uri) ?? []);
    },
    dispose: () => registrations.dispose(),
  };
}

function diagnosticOf(document: vscode.TextDocument, problem: TextProblem): vscode.Diagnostic {
  const { offset, length, message, severity, code } = problem;
  const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), message, level);
  const source = code === 'service' ? serviceSource() : diagnosticSource;
  return Object.assign(diagnostic, { source, code });
}

function revealFirstError(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): void {
  const first = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  for (const editor of vscode.window.visibleTextEditors) {
    if (!first || editor.document !== document) continue;
    editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
}

/** What the service reported for a field. It applies only to this value. */
export interface Rejection {
  readonly raw: string | undefined;
  readonly message: string;
}

/** VS Code shows no more problems of a file. */
const maxShown = 1_000;

/** Everything wrong with a record: invalid JSON, problems of changed fields, and what the service reported for them. */
export function problemsIn(
  parsed: ParsedText,
  changes: readonly Change[],
  rejections: ReadonlyMap<string, Rejection>,
): TextProblem[] {
  const { record, error } = parsed;
  if (error) {
    const { offset, kind } = error;
    return [{ offset, length: 1, message: plainText(textErrorMessage(error)), severity: 'error', code: kind }];
  }
  const rejected = [...rejections].flatMap(([name, { raw, message }]): TextProblem[] => {
    const field = record?.fields.get(name);
    if (!field || field.raw !== raw) return [];
    return [{ offset: field.offset, length: field.length, message, severity: 'error', code: 'service' }];
  });
  const problems = record ? validateChanges(record, changes) : [];
  const worded = problems.map((problem) => ({ ...problem, message: fieldProblemMessage(problem) }));
  return [...rejected, ...worded].slice(0, maxShown);
}

/** The service's messages for fields, with the values they are about. */
export function rejectionsOf(
  { record }: ParsedText,
  messages: Readonly<Record<string, readonly string[]>>,
): Map<string, Rejection> {
  const entries = Object.entries(messages).slice(0, maxShown);
  return new Map(
    entries.map(([name, texts]) => [name, { raw: record?.fields.get(name)?.raw, message: plainText(texts.join(' ')) }]),
  );
}
