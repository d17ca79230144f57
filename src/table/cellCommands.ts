import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { isStill, rangeAt } from '../workbench/edits.ts';
import { runCommand } from '../workbench/failure.ts';
import { iconsAsText, plainName, plainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import type { RowFacts } from '../worksheet/facts.ts';
import { words } from '../worksheet/messages.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';
import { valueProblem, writeCells } from './cellEdits.ts';
import type { PageMessage } from './protocol.ts';

export interface CellCommands {
  openRecord(name: RecordName): Promise<unknown>;
  openJson(uri: vscode.Uri): Promise<unknown>;
}

type CommandMessage = Extract<PageMessage, { type: 'actions' | 'open' | 'asJson' }>;

interface CellAction extends vscode.QuickPickItem {
  run(): Promise<unknown>;
}

/** What the page can ask for besides edits. */
export function cellCommands(open: WorksheetFile, { openRecord, openJson }: CellCommands) {
  return async (message: CommandMessage): Promise<void> => {
    if (message.type === 'asJson') return void (await openJson(open.uri));
    const { id } = message;
    const name = { service: open.worksheet.name.service, id };
    if (message.type === 'open') return void (await openRecord(name));
    const { field } = message;
    await open.ready();
    const facts = open.worksheet.facts().find((one) => one.id === id);
    const own: CellAction[] = [
      ...(facts ? [...textAction(facts, name, field), ...valueActions(open, facts, id, field)] : []),
      { label: l10n.t('Open Record {0}', id), run: () => openRecord(name) },
    ];
    const fixes = facts ? await fixesAt(open, facts, field) : [];
    // The fixes of a row that was not saved also open its record.
    const items = [...fixes.filter(({ label }) => label !== own.at(-1)?.label), ...own];
    const picked = await pickOne(items, { placeHolder: l10n.t('{0} of record {1}', plainName(field), id) });
    await picked.run();
  };
}

/** The quick fixes that a text editor offers at the cell's place. */
async function fixesAt({ file }: WorksheetFile, facts: RowFacts, field: string): Promise<CellAction[]> {
  const { document } = file;
  const place = facts.row.record?.fields.get(field);
  if (!document || !place) return [];
  const { version } = document;
  const { keyOffset, offset, length } = place;
  const found = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    rangeAt(document, facts.offset + keyOffset, offset + length - keyOffset),
    vscode.CodeActionKind.QuickFix.value,
    maxResolved,
  );
  return found.map((action) => ({
    label: iconsAsText(action.title),
    run: async () => {
      // Its edits have places in the text that it was computed for.
      if (!isStill(document, version)) throw new UserError(words.edited());
      await run(action);
    },
  }));
}

const maxResolved = 50;

async function run(action: vscode.CodeAction | vscode.Command): Promise<void> {
  if ('edit' in action && action.edit) await vscode.workspace.applyEdit(action.edit);
  const command = typeof action.command === 'object' ? action.command : (action as vscode.Command);
  if (command.command) await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** Edit Field as Text is about the record, so it is offered where the record and its row have the same text. */
function textAction({ row, edits }: RowFacts, uri: RecordName, field: string): CellAction[] {
  const isChanged = edits?.changes.some((change) => change.field === field);
  if (isChanged || !row.record?.fields.get(field)?.raw.startsWith('"')) return [];
  const run = () => runCommand(commandIds.editFieldAsText, { uri, field });
  return [{ label: l10n.t('Edit Field as Text'), run }];
}

/** Values that can't be typed. */
function valueActions(open: WorksheetFile, { row, problem }: RowFacts, id: number, field: string): CellAction[] {
  if (!row.record || problem) return [];
  const old = row.record.fields.get(field)?.raw ?? null;
  const choices = [
    [l10n.t('Set to null'), 'null'],
    [l10n.t('Remove Field'), null],
  ] as const;
  return choices.flatMap(([label, text]) => {
    const edits = [{ id, field, old, text }];
    if (old === text || valueProblem(open, edits) !== undefined) return [];
    const write = async () => {
      const refusal = await writeCells(open, edits);
      if (refusal !== undefined) throw new UserError(plainText(refusal));
    };
    return [{ label, run: write }];
  });
}
