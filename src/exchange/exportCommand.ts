import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import * as z from 'zod';
import { serviceOf } from '../document/configuredService.ts';
import { type RecordText, recordFrom } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { fieldScheme, recordScheme, worksheetScheme } from '../workbench/ids.ts';
import { withProgress } from '../workbench/progress.ts';
import { askFile, askInDialog, pickOne } from '../workbench/prompts.ts';
import { tell } from '../workbench/report.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { existingFiles, writeForUser } from '../workbench/userFiles.ts';
import { ofOneService, pickFields } from '../worksheet/choose.ts';
import { readRecords } from '../worksheet/loading.ts';
import { words as worksheetWords } from '../worksheet/messages.ts';
import { baseText } from './baseFile.ts';
import { cellOf } from './cells.ts';
import { type Chosen, type ChosenParts, namedRecords } from './chosen.ts';
import { columnsOf, csvText } from './csv.ts';
import { givenWords, exportWords as words } from './messages.ts';

export interface ExportParts extends ChosenParts {
  readonly services: Services;
}

/** What the command resolves to. */
export interface Exported {
  readonly records: number;
  readonly unread: number;
}

type Format = 'json' | 'csv';

interface Target {
  readonly format: Format;
  readonly to: vscode.Uri;
  readonly fields: readonly string[] | undefined;
  /** VS Code's own dialog has asked whether to replace it. */
  readonly isAsked: boolean;
}

const maxExported = 20_000;
const longestCell = 32_767;
const atOnce = 8;

/** Writes records, as their service has them now, to files. */
export async function exportRecords(input: unknown, several: unknown, parts: ExportParts): Promise<Exported> {
  const chosen = (await namedRecords(input, several, parts)) ?? (await pickedRecords(input, several, parts));
  const service = serviceOf(parts.services, chosen);
  if (chosen.ids.length > maxExported) throw new UserError(words.tooMany(maxExported));
  const target = await targetOf(input, chosen, parts);
  await askToReplace(target, chosen.ids);
  const { versions, unread } = await readRecords(await parts.services.client(service), chosen.ids);
  const [failure] = unread.values();
  if (versions.size === 0) {
    throw failed(failure, chosen, {}, worksheetWords.noneRead(unread.size, messageOf(failure)));
  }
  const records = new Map([...versions].map(([id, { record }]) => [id, withFields(record, target.fields)]));
  await writeExport(target, records, service.address.href).catch((cause) => {
    throw cause instanceof UserError ? cause : new UserError(words.failed(messageOf(cause)), { cause });
  });
  tell(words.done(records.size, basename(target.to.path)), [
    ...(unread.size > 0 ? [givenWords.unread([...unread.keys()], messageOf(failure))] : []),
    ...(chosen.isUnsaved ? [words.unsaved()] : []),
    ...(target.format === 'csv' ? longCells(records) : []),
  ]);
  return { records: records.size, unread: unread.size };
}

/** The base of a comparison beside what was exported. */
export function baseUri(exported: vscode.Uri, isFolder: boolean): vscode.Uri {
  if (isFolder) return vscode.Uri.joinPath(exported, 'records.base.jsonl');
  return exported.with({ path: `${exported.path.replace(/\.[^./]*$/, '')}.base.jsonl` });
}

async function pickedRecords(input: unknown, several: unknown, { chooseRecords }: ExportParts): Promise<Chosen> {
  const picked = await chooseRecords(input, several, maxExported, words.title());
  const chosen = picked && (await ofOneService(picked.records));
  if (!chosen) throw new vscode.CancellationError();
  return chosen;
}

const request = z.object({ to: z.string(), format: z.enum(['json', 'csv']), fields: z.array(z.string()).optional() });

async function targetOf(input: unknown, chosen: Chosen, { memory }: ExportParts): Promise<Target> {
  const target = isObject(input) && 'to' in input ? namedTarget(input) : await askTarget(chosen, memory);
  if ([recordScheme, worksheetScheme, fieldScheme].includes(target.to.scheme)) throw new UserError(words.ownScheme());
  return target;
}

function namedTarget(input: Record<string, unknown>): Target {
  const { data } = request.safeParse(input);
  if (!data) throw new TypeError('An export is { service, ids or query, fields?, to, format: "json" or "csv" }.');
  return { format: data.format, to: vscode.Uri.parse(data.to, true), fields: data.fields, isAsked: false };
}

async function askTarget({ service, fields }: Chosen, memory: vscode.Memento): Promise<Target> {
  const formats = [
    { label: words.csv(), detail: words.csvDetail(), format: 'csv' as const },
    { label: words.json(), detail: words.jsonDetail(), format: 'json' as const },
  ];
  const { format } = await pickOne(formats, { title: words.title() });
  if (format === 'json') {
    const dialog = { title: words.title(), openLabel: words.select(), canSelectFolders: true, canSelectFiles: false };
    const [to] = (await vscode.window.showOpenDialog(dialog)) ?? [];
    if (!to) throw new vscode.CancellationError();
    return { format, to, fields: undefined, isAsked: false };
  }
  const picked = fields ?? (await pickFields(memory, words.fields()));
  if (!picked) throw new vscode.CancellationError();
  const to = await askFile(`${service}.csv`, { title: words.title(), filters: { CSV: ['csv'] } });
  return { format, to, fields: picked === 'all' ? undefined : picked, isAsked: true };
}

function fileOf(folder: vscode.Uri, id: number): vscode.Uri {
  return vscode.Uri.joinPath(folder, `${id}.json`);
}

async function askToReplace({ format, to, isAsked }: Target, ids: readonly number[]): Promise<void> {
  const base = baseUri(to, format === 'json');
  const files = format === 'json' ? ids.map((id) => fileOf(to, id)) : isAsked ? [] : [to];
  const existing = await existingFiles([...files, base]);
  const [first] = existing;
  if (!first) return;
  const chosen = await askInDialog(words.replace(existing.length, basename(first.path)), '', words.replaceButton());
  if (chosen === undefined) throw new vscode.CancellationError();
}

/** The base is gone while files are written, and comes last: beside files of another export it would be wrong. */
async function writeExport(
  { format, to, fields }: Target,
  records: ReadonlyMap<number, RecordText>,
  address: string,
): Promise<void> {
  const base = baseUri(to, format === 'json');
  await vscode.workspace.fs.createDirectory(format === 'json' ? to : vscode.Uri.joinPath(to, '..'));
  for (const earlier of await existingFiles([base])) await vscode.workspace.fs.delete(earlier);
  if (format === 'json') await writeFiles(to, records);
  else await writeForUser(to, csvText(records.values(), columnsOf(records.values(), fields)));
  await writeForUser(base, baseText(address, records.values()));
}

async function writeFiles(folder: vscode.Uri, records: ReadonlyMap<number, RecordText>): Promise<void> {
  let written = 0;
  await withProgress(words.writing(records.size), (signal) =>
    severalAtOnce(records, atOnce, signal, async ([id, { text }]) => {
      await writeForUser(fileOf(folder, id), text);
      written += 1;
    }),
  );
  if (written < records.size) throw new UserError(words.cancelled(written, records.size));
}

/** The record with these fields alone, and those that a comparison needs. */
function withFields(record: RecordText, fields: readonly string[] | undefined): RecordText {
  if (!fields) return record;
  return recordFrom([...new Set(['id', ...fields, 'updated'])].flatMap((field) => record.fields.get(field) ?? []));
}

function longCells(records: ReadonlyMap<number, RecordText>): readonly string[] {
  return [...records].flatMap(([id, { fields }]) => {
    const long = [...fields.values()].filter(({ key, raw }) => cellOf(key, raw).length > longestCell);
    return long.length > 0
      ? [
          words.longCell(
            id,
            long.map(({ key }) => key),
          ),
        ]
      : [];
  });
}
