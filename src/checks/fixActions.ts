import * as vscode from 'vscode';
import { commandIds } from '../workbench/commandIds.ts';
import { rangeAt } from '../workbench/edits.ts';
import type { CheckedDocument, PlacedFinding } from './checkedDocument.ts';
import { checkWords, findingMessage, fixTitle, kindLabel, turnTitle } from './checkMessages.ts';
import { dismissalsOf } from './dismissing.ts';
import { choiceOf, type FixPick, fixOf, safeFix } from './fixRecord.ts';
import { kindOf } from './kinds.ts';
import { linkWords } from './links/linkMessages.ts';
import { rules } from './rules.ts';

const source = 'Video Records check';
export const fixEverything = vscode.CodeActionKind.SourceFixAll.append('videoRecords');

export type FixAction = ReturnType<typeof fixAction>;

/** What can be done about the findings at a place. Where nothing can be saved, nothing is changed. */
export function actionsAt(
  document: vscode.TextDocument,
  range: vscode.Range,
  checked: CheckedDocument,
  isLocked: boolean,
  help: vscode.Uri,
): FixAction[] {
  const all = checked.findings();
  const here = all.filter(({ offset, length }) => rangeAt(document, offset, length).intersection(range));
  const of = (placed: PlacedFinding, actions: readonly FixAction[]) =>
    actions.map((action) => Object.assign(action, { diagnostics: [diagnosticOf(document, placed, help)] }));
  const fixes = here.flatMap((placed) =>
    of(placed, [...fixActions(checked, placed, all), ...turnActions(checked, placed)]),
  );
  const others = here.flatMap((placed) =>
    of(placed, [...archiveActions(checked, placed), ...dismissActions(checked, placed)]),
  );
  return [...(isLocked ? [] : [...fixes, ...everythingActions(checked, all)]), ...others];
}

export function diagnosticOf(
  document: vscode.TextDocument,
  { finding, offset, length }: PlacedFinding,
  help: vscode.Uri,
) {
  const { rule } = finding;
  const { Information, Warning } = vscode.DiagnosticSeverity;
  const severity = finding.isInformation || 'isInformation' in rules[rule] ? Information : Warning;
  const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), findingMessage(finding), severity);
  return Object.assign(diagnostic, { source, code: { value: rule, target: help.with({ fragment: rule }) } });
}

/** Its edits are computed when it is chosen. */
function fixAction(title: string, checked: CheckedDocument, pick: FixPick, ids?: readonly number[]) {
  return Object.assign(new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix), { checked, pick, ids });
}

/** It changes nothing in the text. */
function commandAction(title: string, checked: CheckedDocument, command: string, argument: unknown): FixAction {
  const action = fixAction(title, checked, () => undefined, []);
  return Object.assign(action, { command: { title, command, arguments: [argument] } });
}

/** Fix this one, choose for this one or its group, and fix all of its kind. */
function fixActions(checked: CheckedDocument, { finding }: PlacedFinding, all: readonly PlacedFinding[]): FixAction[] {
  const { id, rule, kind, field, item, ids } = finding;
  const isThis: FixPick = (one) =>
    one.id === id && one.rule === rule && one.kind === kind && one.field === field && one.item === item
      ? one.fix
      : undefined;
  const choices = (finding.choices ?? []).map((choice) =>
    fixAction(fixTitle(finding, choice), checked, choiceOf(finding, choice.name), ids ?? [id]),
  );
  if (finding.fix === undefined) return choices;
  const one = Object.assign(fixAction(fixTitle(finding), checked, isThis, [id]), { isPreferred: true });
  const isOfKind = ({ finding: other }: PlacedFinding) => other.rule === rule && other.fix !== undefined;
  const records = new Set(all.filter(isOfKind).map(({ finding: other }) => other.id)).size;
  const fixAll = checkWords.fixAll(kindLabel(kindOf(finding)), records);
  return [one, ...choices, ...(records === 1 ? [] : [fixAction(fixAll, checked, fixOf(rule))])];
}

/** The other spelling may be the wrong one. It is in records that are not here, so they open with unsaved changes. */
function turnActions(checked: CheckedDocument, { finding }: PlacedFinding): FixAction[] {
  const { field, values: [by = ''] = [], choices = [] } = finding;
  const { authority: service } = checked.uri;
  return choices.flatMap(({ name, count = 0 }) => {
    const argument = { service, field, values: [name], by };
    return count > 0 ? [commandAction(turnTitle(name, by), checked, commandIds.changeValues, argument)] : [];
  });
}

/** Fix everything that has one clear fix, if anything has. */
function everythingActions(checked: CheckedDocument, all: readonly PlacedFinding[]): FixAction[] {
  const isFixable = all.some(({ finding }) => safeFix(finding) !== undefined);
  const action = fixAction(checkWords.fixEverything(), checked, safeFix);
  return isFixable ? [Object.assign(action, { kind: fixEverything })] : [];
}

/** A link that is gone may still be known there. */
function archiveActions(checked: CheckedDocument, { finding }: PlacedFinding): FixAction[] {
  const { values: [address = ''] = [] } = finding;
  if (kindOf(finding) !== 'links.gone') return [];
  // As text: a Uri would change what is encoded in the address.
  return [commandAction(linkWords.archive(), checked, 'vscode.open', archivePage + address.trim())];
}

const archivePage = 'https://web.archive.org/web/*/';

function dismissActions(checked: CheckedDocument, { finding }: PlacedFinding): FixAction[] {
  const { authority: service } = checked.uri;
  return dismissalsOf(finding).map(({ title, key, label }) =>
    commandAction(title, checked, commandIds.dismissFinding, { service, key, label }),
  );
}
