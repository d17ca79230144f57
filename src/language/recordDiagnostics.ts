import * as vscode from 'vscode';
import type { RecordState, RecordStates } from '../document/recordStates.ts';
import { recordScheme } from '../document/recordUri.ts';
import { changesBetween } from '../record/changes.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import { isUnsaved, onDidCloseDocument, openDocument, rangeAt } from '../workbench/documents.ts';
import { plainText } from '../workbench/plainText.ts';
import { quietTimers } from '../workbench/quietTimers.ts';

export interface RecordDiagnostics extends vscode.Disposable {
  /** The service's own messages for fields of a rejected save. They stay until the field changes. */
  rejected(state: RecordState, messages: Readonly<Record<string, readonly string[]>>): void;
}

interface Rejection {
  readonly raw: string | undefined;
  readonly message: string;
}

const quietMs = 250;
const source = 'Video Records';

/** Problems that a schema can't tell: those of changed fields, and what the service said. Types are the schema's. */
export function recordDiagnostics(states: RecordStates): RecordDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('videoRecords');
  const timers = quietTimers();
  const rejections = new Map<string, Map<string, Rejection>>();

  const check = async (document: vscode.TextDocument) => {
    const state = states.known(document.uri);
    if (!state || document.isClosed) return;
    const { version } = document;
    const base = await states.base(state);
    const [edited, before] = [parseIfRecord(document.getText()), base && parseIfRecord(base.text)];
    if (!edited) return;
    const own = before && isUnsaved(document) ? await problems(document, before, edited) : [];
    const told = serviceProblems(document, edited, rejections.get(document.uri.toString()));
    const found = [...own, ...told];
    // Most records have nothing to tell, and each telling reaches the whole workbench.
    if (found.length === 0 && !collection.has(document.uri)) return;
    if (document.version === version) collection.set(document.uri, found);
  };

  const schedule = (document: vscode.TextDocument) => {
    if (document.uri.scheme !== recordScheme) return;
    timers.schedule(document.uri.toString(), quietMs, () => void check(document));
  };

  const forget = ({ uri }: vscode.TextDocument) => {
    timers.cancel(uri.toString());
    rejections.delete(uri.toString());
    collection.delete(uri);
  };

  const registrations = vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(schedule),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document)),
    onDidCloseDocument(forget),
    timers,
  );

  return {
    rejected({ uri }, messages) {
      const document = openDocument(uri);
      const edited = document && parseIfRecord(document.getText());
      if (!document || !edited) return;
      const told = Object.entries(messages).map(
        ([field, texts]) =>
          [field, { raw: edited.fields.get(field)?.raw, message: plainText(texts.join(' ')) }] as const,
      );
      rejections.set(uri.toString(), new Map(told));
      void check(document);
    },
    dispose: () => registrations.dispose(),
  };
}

async function problems(document: vscode.TextDocument, base: RecordText, edited: RecordText) {
  const { validateChanges } = await import('../record/validation.ts');
  return validateChanges(edited, changesBetween(base, edited))
    .filter(({ code }) => code !== 'type')
    .map(({ offset, length, message, severity, code }) => {
      const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
      const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), message, level);
      return Object.assign(diagnostic, { source, code });
    });
}

function serviceProblems(document: vscode.TextDocument, edited: RecordText, told: Map<string, Rejection> | undefined) {
  const diagnostics: vscode.Diagnostic[] = [];
  for (const [name, { raw, message }] of told ?? []) {
    const field = edited.fields.get(name);
    if (!field || field.raw !== raw) {
      told?.delete(name);
      continue;
    }
    const diagnostic = new vscode.Diagnostic(
      rangeAt(document, field.offset, field.length),
      message,
      vscode.DiagnosticSeverity.Error,
    );
    diagnostics.push(Object.assign(diagnostic, { source: `${source} (service)`, code: 'service' }));
  }
  return diagnostics;
}
