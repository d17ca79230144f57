import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import * as z from 'zod';
import { serviceOf } from '../document/configuredService.ts';
import { quoted } from '../document/outcomeWords.ts';
import { type RecordText, recordFrom } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { fieldScheme, recordScheme, worksheetScheme } from '../workbench/ids.ts';
import { localNumber, oneLine, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { agreeToReplace, askFile, askPlace, pickOne } from '../workbench/prompts.ts';
import { tell } from '../workbench/report.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { refuseOtherEnding, writeForUser } from '../workbench/userFiles.ts';
import { ofOneService, pickFields } from '../worksheet/choose.ts';
import { readFrom } from '../worksheet/loading.ts';
import type { WorksheetName } from '../worksheet/uri.ts';
import { baseText } from './baseFile.ts';
import { cellOf, longestCell } from './cells.ts';
import { type ChosenParts, namedRecords } from './chosen.ts';
import { columnsOf, csvText, maxRecordsInFile } from './csv.ts';
import { leftOut } from './messages.ts';

export interface ExportParts extends ChosenParts {
  readonly services: Services;
}

interface Target {
  readonly format: 'json' | 'csv';
  readonly to: vscode.Uri;
  readonly fields?: readonly string[] | undefined;
  /** VS Code's own dialog has asked whether to replace it. */
  readonly isAsked?: boolean;
}

type Records = ReadonlyMap<number, RecordText>;

const atOnce = 8;
const exportTitle = () => l10n.t('Export Records');

/** Writes records, as their service has them now, to files. */
export async function exportRecords(input: unknown, several: unknown, parts: ExportParts) {
  const chosen = (await namedRecords(input, several, parts)) ?? (await pickedRecords(input, several, parts));
  const service = serviceOf(parts.services, chosen);
  const target = isObject(input) && 'to' in input ? namedTarget(input) : await askTarget(chosen, parts.memory);
  refuseService(target.to);
  const { versions, unread } = await readFrom(parts.services, service, chosen.ids);
  const records = new Map([...versions].map(([id, { record }]) => [id, withFields(record, target.fields)]));
  // Reading may take minutes, in which files appear.
  await askToReplace(target, [...records.keys()]);
  await writeExport(target, records, service.address.href);
  const reasons = [...leftOut.unread(unread), ...(target.format === 'csv' ? longCells(records) : [])];
  tell(exported(records.size, basename(target.to.path)), reasons);
  return { records: records.size, unread: unread.size };
}

/** The base of a comparison, beside what was exported. */
export function baseUri(exported: vscode.Uri, isFolder: boolean): vscode.Uri {
  if (isFolder) return vscode.Uri.joinPath(exported, 'records.base.jsonl');
  return exported.with({ path: `${exported.path.replace(/\.[^./]*$/, '')}.base.jsonl` });
}

function exported(count: number, to: string): string {
  const name = oneLine(to, 100);
  return count === 1
    ? l10n.t('Exported 1 record to {0}.', name)
    : l10n.t('Exported {0} records to {1}.', localNumber(count), name);
}

async function pickedRecords(input: unknown, several: unknown, { chooseRecords }: ExportParts): Promise<WorksheetName> {
  const picked = await chooseRecords(input, several, maxRecordsInFile, exportTitle());
  if (picked?.isCut) {
    throw new UserError(l10n.t('Up to {0} records can be exported at once.', localNumber(maxRecordsInFile)));
  }
  if (!picked) throw new vscode.CancellationError();
  return ofOneService(picked.records);
}

const request = z.object({ to: z.string(), format: z.enum(['json', 'csv']), fields: z.array(z.string()).optional() });

function namedTarget(input: Record<string, unknown>): Target {
  const { data } = request.safeParse(input);
  if (!data) throw new TypeError('An export is { service, ids or query, fields?, to, format: "json" or "csv" }.');
  const to = vscode.Uri.parse(data.to, true);
  if (data.format === 'csv') refuseOtherEnding(to, '.csv');
  return { ...data, to };
}

async function askTarget({ service, fields }: WorksheetName, memory: vscode.Memento): Promise<Target> {
  const [csv, json] = [
    { label: l10n.t('CSV File'), detail: l10n.t('One row for each record, for spreadsheets.') },
    { label: l10n.t('JSON Files'), detail: l10n.t('A folder with one file for each record, as the editor shows it.') },
  ];
  if ((await pickOne([csv, json], { title: exportTitle() })) === csv) {
    const picked = fields ?? (await pickFields(memory, l10n.t('Fields to Export')));
    const to = await askFile(`${service}.csv`, { title: exportTitle(), filters: { CSV: ['csv'] } });
    return { format: 'csv', to, fields: picked === 'all' ? undefined : picked, isAsked: true };
  }
  const to = await askPlace('folder', { title: exportTitle(), openLabel: l10n.t('Export Here') });
  return { format: 'json', to };
}

function fileOf(folder: vscode.Uri, id: number): vscode.Uri {
  return vscode.Uri.joinPath(folder, `${id}.json`);
}

function refuseService(to: vscode.Uri): void {
  if ([recordScheme, worksheetScheme, fieldScheme].includes(to.scheme)) {
    throw new UserError(l10n.t("Records can't be exported into a service. Choose a folder or file on disk."));
  }
}

async function askToReplace({ format, to, isAsked }: Target, ids: readonly number[]): Promise<void> {
  const files = format === 'json' ? ids.map((id) => fileOf(to, id)) : isAsked ? [] : [to];
  await agreeToReplace([...files, baseUri(to, format === 'json')]);
}

/** An earlier base is emptied first, and the new one comes last: beside files of another export, a base would be wrong. */
async function writeExport({ format, to, fields }: Target, records: Records, address: string): Promise<void> {
  const base = baseUri(to, format === 'json');
  try {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(base, '..'));
    await writeForUser(base, '');
    if (format === 'json') await writeFiles(to, records);
    else await writeForUser(to, csvText(records.values(), columnsOf(records.values(), fields)));
    await writeForUser(base, baseText(address, records.values()));
  } catch (cause) {
    throw new UserError(l10n.t('The export is not complete. {0}', plainText(messageOf(cause))), { cause });
  }
}

async function writeFiles(folder: vscode.Uri, records: Records): Promise<void> {
  const title = l10n.t('Writing {0} files', localNumber(records.size));
  await withProgress(title, async (signal) => {
    await severalAtOnce(records, atOnce, signal, ([id, { text }]) => writeForUser(fileOf(folder, id), text));
    if (signal.aborted) throw new UserError(l10n.t('It was cancelled.'));
  });
}

/** The record with these fields alone, and those that a comparison needs. */
function withFields(record: RecordText, fields: readonly string[] | undefined): RecordText {
  if (!fields) return record;
  return recordFrom([...new Set(['id', ...fields, 'updated'])].flatMap((field) => record.fields.get(field) ?? []));
}

function longCells(records: Records): readonly string[] {
  return [...records].flatMap(([id, { fields }]) => {
    const long = [...fields.values()].filter(({ key, raw }) => cellOf(key, raw).length > longestCell);
    return long.map(({ key }) => {
      return l10n.t('Record {0}: {1} is longer than 32,767 characters. Excel would cut it.', id, quoted([key]));
    });
  });
}
