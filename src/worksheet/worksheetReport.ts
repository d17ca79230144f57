import * as vscode from 'vscode';
import { messageOf } from '../workbench/failureMessages.ts';
import { oneLine } from '../workbench/plainText.ts';
import type { RowOutcome, Worksheet } from './worksheetDocument.ts';
import { outcomeMessage, summary } from './worksheetMessages.ts';

export const reportScheme = 'videoworksheetreport';

export function reportUri({ uri }: Worksheet): vscode.Uri {
  const worksheet = vscode.Uri.parse(uri);
  return worksheet.with({ scheme: reportScheme, path: worksheet.path.replace(/\.worksheet\.json$/, '.report.txt') });
}

/** How a save and a read went, record by record. */
export function reportText(outcomes: ReadonlyMap<number, RowOutcome>, unread: ReadonlyMap<number, unknown>): string {
  const saved = [...outcomes].map(([id, outcome]) => lineOf(id, stateOf(outcome), outcomeMessage(id, outcome)));
  const left = [...unread].map(([id, failure]) => lineOf(id, vscode.l10n.t('not read'), messageOf(failure)));
  const head = outcomes.size > 0 ? [summary(outcomes), ''] : [];
  return `${[...head, ...saved, ...left].join('\n')}\n`;
}

function lineOf(id: number, state: string, message: string | undefined): string {
  return message === undefined ? `${id}\t${state}` : `${id}\t${state}\t${oneLine(message, 600)}`;
}

function stateOf({ kind }: RowOutcome): string {
  if (kind === 'saved') return vscode.l10n.t('saved');
  return kind === 'unchanged' ? vscode.l10n.t('unchanged') : vscode.l10n.t('not saved');
}
