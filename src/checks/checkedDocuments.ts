import * as vscode from 'vscode';
import { onDidCloseDocument } from '../files/tabs.ts';
import type { TextEdit } from '../record/textEdits.ts';
import { rangeAt, replacement } from '../workbench/edits.ts';
import { recordScheme, worksheetScheme } from '../workbench/ids.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { CheckedDocument, PlacedFinding } from './checkedDocument.ts';
import { checkWords, findingMessage, fixTitle, kindLabel } from './checkMessages.ts';
import { choiceOf, type FixPick, fixOf, safeFix } from './fixRecord.ts';
import { kindOf } from './kinds.ts';
import { linkWords } from './links/linkMessages.ts';
import { rules } from './rules.ts';

const source = 'Video Records check';
const quietMs = 250;
/** What VS Code shows of a file. */
const maxShown = 1_000;
const fixEverything = vscode.CodeActionKind.SourceFixAll.append('videoRecords');

export type CheckedDocuments = ReturnType<typeof checkedDocuments>;

/** Shows the findings of documents as problems with fixes, as long as they are open. `help` describes the rules. */
export function checkedDocuments(help: vscode.Uri, isLocked: (service: string) => boolean) {
  const collection = vscode.languages.createDiagnosticCollection('videoRecordsChecks');
  const timers = quietTimers();
  const open = new Map<string, CheckedDocument>();

  const show = async (checked: CheckedDocument): Promise<void> => {
    const isOpen = () => open.get(checked.uri.toString()) === checked;
    if (!isOpen() || !(await checked.update()) || !isOpen()) return;
    const document = await vscode.workspace.openTextDocument(checked.uri);
    const placed = checked.findings().slice(0, maxShown);
    collection.set(
      checked.uri,
      placed.map((one) => diagnosticOf(document, one, help)),
    );
  };

  const provider: vscode.CodeActionProvider<FixAction> = {
    provideCodeActions(document, range) {
      const checked = open.get(document.uri.toString());
      if (!checked) return [];
      const all = checked.findings();
      const here = all.filter(({ offset, length }) => rangeAt(document, offset, length).intersection(range));
      const archive = here.flatMap((placed) => archiveActions(document, checked, placed, help));
      if (isLocked(document.uri.authority)) return archive;
      const fixes = here.flatMap((placed) => fixActions(document, checked, placed, all, help));
      return [...fixes, ...everythingActions(checked, all), ...archive];
    },
    async resolveCodeAction(action) {
      const { checked, pick, ids } = action;
      const document = await vscode.workspace.openTextDocument(checked.uri);
      let version: number;
      let edits: readonly TextEdit[];
      do {
        version = document.version;
        edits = await checked.fixes(pick, ids);
      } while (document.version !== version);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.set(
        checked.uri,
        edits.map((edit) => replacement(document, edit)),
      );
      return action;
    },
  };

  const registrations = vscode.Disposable.from(
    collection,
    timers,
    vscode.languages.registerCodeActionsProvider([{ scheme: recordScheme }, { scheme: worksheetScheme }], provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixEverything],
    }),
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      const checked = open.get(uri.toString());
      if (checked) timers.schedule(uri.toString(), quietMs, () => void show(checked));
    }),
    onDidCloseDocument(({ uri }) => {
      if (open.delete(uri.toString())) collection.delete(uri);
    }),
  );

  return {
    /** Resolves when the findings are shown. */
    async add(checked: CheckedDocument): Promise<void> {
      open.set(checked.uri.toString(), checked);
      await show(checked);
    },
    dispose: () => registrations.dispose(),
  };
}

function diagnosticOf(document: vscode.TextDocument, { finding, offset, length }: PlacedFinding, help: vscode.Uri) {
  const { rule } = finding;
  const { Information, Warning } = vscode.DiagnosticSeverity;
  const severity = finding.isInformation || 'isInformation' in rules[rule] ? Information : Warning;
  const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), findingMessage(finding), severity);
  return Object.assign(diagnostic, { source, code: { value: rule, target: help.with({ fragment: rule }) } });
}

type FixAction = ReturnType<typeof fixAction>;

/** Its edits are computed when it is chosen. */
function fixAction(
  title: string,
  kind: vscode.CodeActionKind,
  checked: CheckedDocument,
  pick: FixPick,
  ids?: readonly number[],
) {
  return Object.assign(new vscode.CodeAction(title, kind), { checked, pick, ids });
}

/** Fix this one, choose for this one or its group, and fix all of its kind. */
function fixActions(
  document: vscode.TextDocument,
  checked: CheckedDocument,
  placed: PlacedFinding,
  all: readonly PlacedFinding[],
  help: vscode.Uri,
): FixAction[] {
  const { finding } = placed;
  const { id, rule, field, ids } = finding;
  const isThis: FixPick = (one) => (one.id === id && one.rule === rule && one.field === field ? one.fix : undefined);
  const isOfKind = ({ finding: other }: PlacedFinding) => other.rule === rule && other.fix !== undefined;
  const action = (title: string, pick: FixPick, of?: readonly number[]) => {
    const made = fixAction(title, vscode.CodeActionKind.QuickFix, checked, pick, of);
    return Object.assign(made, { diagnostics: [diagnosticOf(document, placed, help)] });
  };
  const choices = (finding.choices ?? []).map((choice) =>
    action(fixTitle(finding, choice), choiceOf(finding, choice.name), ids ?? [id]),
  );
  if (finding.fix === undefined) return choices;
  const one = Object.assign(action(fixTitle(finding), isThis, [id]), { isPreferred: true });
  const isOne = all.filter(isOfKind).length === 1;
  return [one, ...choices, ...(isOne ? [] : [action(checkWords.fixAll(kindLabel(kindOf(finding))), fixOf(rule))])];
}

/** Fix everything that has one clear fix, if anything has. */
function everythingActions(checked: CheckedDocument, all: readonly PlacedFinding[]): FixAction[] {
  const isFixable = all.some(({ finding }) => safeFix(finding) !== undefined);
  return isFixable ? [fixAction(checkWords.fixEverything(), fixEverything, checked, safeFix)] : [];
}

/** A link that is gone may still be known there. It changes nothing in the text. */
function archiveActions(
  document: vscode.TextDocument,
  checked: CheckedDocument,
  placed: PlacedFinding,
  help: vscode.Uri,
): FixAction[] {
  const { rule, kind, values: [address = ''] = [] } = placed.finding;
  if (rule !== 'links' || !kind?.startsWith('gone')) return [];
  const action = fixAction(linkWords.archive(), vscode.CodeActionKind.QuickFix, checked, () => undefined, []);
  // As text: a Uri would change what is encoded in the address.
  const command = { title: action.title, command: 'vscode.open', arguments: [archivePage + address.trim()] };
  return [Object.assign(action, { command, diagnostics: [diagnosticOf(document, placed, help)] })];
}

const archivePage = 'https://web.archive.org/web/*/';
