import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { RecordName } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { rangeAt } from '../workbench/edits.ts';
import { iconsAsText, plainName, plainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
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
    const openItem = async () => openRecord({ service: open.worksheet.name.service, id });
    if (message.type === 'open') return void (await openItem());
    const { field } = message;
    const items: CellAction[] = [
      ...(await fixesAt(open, id, field)),
      ...valueActions(open, id, field),
      { label: l10n.t('Open Record {0}', id), run: openItem },
    ];
    const picked = await pickOne(items, { placeHolder: l10n.t('{0} of record {1}', plainName(field), id) });
    await picked.run();
  };
}

function factsOf({ worksheet }: WorksheetFile, id: number) {
  return worksheet.facts().find((facts) => facts.id === id);
}

/** The quick fixes that a text editor offers at the cell's place. */
async function fixesAt(open: WorksheetFile, id: number, field: string): Promise<CellAction[]> {
  await open.ready();
  const { document } = open.file;
  const facts = factsOf(open, id);
  const place = facts?.row.record?.fields.get(field);
  if (!document || !facts || !place) return [];
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
      if (document.version !== version) throw new UserError(words.edited());
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

/** Values that can't be typed. */
function valueActions(open: WorksheetFile, id: number, field: string): CellAction[] {
  const facts = factsOf(open, id);
  if (!facts?.row.record || facts.problem) return [];
  const old = facts.row.record.fields.get(field)?.raw ?? null;
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
