import * as vscode from 'vscode';
import { recordOf, recordScheme, sameRecord } from '../document/recordUri.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidCloseDocument, rangeAt } from '../workbench/documents.ts';
import { plainText } from '../workbench/plainText.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import type { ParsedDocuments, ParsedText } from './parsedDocuments.ts';

export interface RecordDiagnostics extends vscode.Disposable {
  /** Shows what the service said of fields, and where the problem of a failed save is. */
  saveFailed(name: RecordName, messages: FieldMessages): Promise<void>;
}

export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What the service said of a field's value. It counts until the value changes. */
interface Rejection {
  readonly raw: string | undefined;
  readonly message: string;
}

export const diagnosticSource = 'Video Records';
const quietMs = 250;
/** What VS Code shows of a file. */
const mostDiagnostics = 1_000;
const { Error: isError, Warning: isWarning } = vscode.DiagnosticSeverity;

/** All that is wrong with records: invalid JSON, problems of changed fields, and what the service said of them. */
export function recordDiagnostics(
  documents: ParsedDocuments,
  onDidChangeStanding: vscode.Event<vscode.Uri>,
): RecordDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('videoRecords');
  const timers = quietTimers();
  const rejections = new Map<string, Map<string, Rejection>>();
  const savedByUser = new WeakSet<vscode.TextDocument>();

  const check = async (document: vscode.TextDocument) => {
    const { uri, version } = document;
    const changes = await documents.changes(document);
    if (document.isClosed || document.version !== version) return;
    const parsed = documents.parsed(document);
    const found = parsed.record
      ? [
          ...validateChanges(parsed.record, changes ?? [])
            .slice(0, mostDiagnostics)
            .map((problem) => ownProblem(document, problem)),
          ...serviceProblems(document, parsed, rejections.get(uri.toString())),
        ]
      : syntaxProblem(document, parsed);
    // Most records have no problem, and every update reaches the whole workbench.
    if (found.length > 0 || collection.has(uri)) collection.set(uri, found.slice(0, mostDiagnostics));
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
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
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
      const document = vscode.workspace.textDocuments.find(({ uri }) => sameRecord(recordOf(uri), name));
      if (!document) return;
      const { record } = documents.parsed(document);
      const rejected = Object.entries(messages).map(([field, texts]) => {
        const message = plainText(texts.join(' '));
        return [field, { raw: record?.fields.get(field)?.raw, message }] as const;
      });
      if (rejected.length > 0) rejections.set(document.uri.toString(), new Map(rejected));
      await check(document);
      if (savedByUser.has(document)) revealFirstError(document, collection.get(document.uri) ?? []);
    },
    dispose: () => registrations.dispose(),
  };
}

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly severity: vscode.DiagnosticSeverity;
  readonly code: string;
}

function diagnosticAt(document: vscode.TextDocument, place: Place, source = diagnosticSource): vscode.Diagnostic {
  const { offset, length, message, severity, code } = place;
  const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), message, severity);
  return Object.assign(diagnostic, { source, code });
}

function ownProblem(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  return diagnosticAt(document, { ...problem, severity: problem.severity === 'error' ? isError : isWarning });
}

function syntaxProblem(document: vscode.TextDocument, { error }: ParsedText): vscode.Diagnostic[] {
  if (!error) return [];
  const { offset, message, kind } = error;
  return [diagnosticAt(document, { offset, length: 1, message, severity: isError, code: kind })];
}

function serviceProblems(
  document: vscode.TextDocument,
  { record }: ParsedText,
  rejected: Map<string, Rejection> | undefined,
): vscode.Diagnostic[] {
  return [...(rejected ?? [])].flatMap(([name, { raw, message }]) => {
    const field = record?.fields.get(name);
    if (!field || field.raw !== raw) {
      rejected?.delete(name);
      return [];
    }
    const place = { offset: field.offset, length: field.length, message, severity: isError, code: 'service' };
    return [diagnosticAt(document, place, `${diagnosticSource} (service)`)];
  });
}

function revealFirstError(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): void {
  const first = diagnostics.find(({ severity }) => severity === isError);
  for (const editor of vscode.window.visibleTextEditors) {
    if (!first || editor.document !== document) continue;
    editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
