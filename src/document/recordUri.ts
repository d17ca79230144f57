import * as vscode from 'vscode';
import { tabUri } from '../files/tabs.ts';
import { orUndefined } from '../record/valueShapes.ts';
import type { RecordName } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { fieldScheme, recordScheme } from '../workbench/ids.ts';
import { plainText } from '../workbench/plainText.ts';
import { isRow } from '../workbench/views.ts';

/** The file name may be in a folder. The slug after the ID is only for the reader. */
const pathPattern = /^(?:\/[a-z0-9.-]+)?\/([1-9]\d{0,15})(?:-[a-z0-9-]*)?\.video\.json$/;
/** As names of services are. The name is shown, so it can't be markup either. */
export const authorityPattern = /^[a-z0-9][a-z0-9.-]{0,199}$/i;
const longestSlug = 24;

export function recordUri({ service, id }: RecordName, slug = ''): vscode.Uri {
  const words = wordsOf(slug);
  const path = `/${id}${words ? `-${words}` : ''}.video.json`;
  return vscode.Uri.from({ scheme: recordScheme, authority: service, path });
}

/** Whole words of a slug, as many as fit a tab. */
function wordsOf(slug: string): string {
  const words = slug.toLowerCase().replace(/[^a-z0-9-]/g, '');
  const cut = words.length > longestSlug ? words.slice(0, longestSlug + 1).replace(/-[^-]*$/, '') : words;
  return cut.slice(0, longestSlug).replace(/^-+|-+$/g, '');
}

/** The record that a document is about: only the service and the leading integer count. */
export function recordOf(uri: vscode.Uri): RecordName | undefined {
  if (uri.scheme !== recordScheme || !authorityPattern.test(uri.authority)) return undefined;
  const id = Number(pathPattern.exec(uri.path)?.[1]);
  return Number.isSafeInteger(id) ? { service: uri.authority, id } : undefined;
}

export function sameRecord(one: RecordName | undefined, other: RecordName | undefined): boolean {
  return one !== undefined && one.service === other?.service && one.id === other.id;
}

/** Two records have different ones. */
export function recordKey({ service, id }: RecordName): string {
  return `${service}/${id}`;
}

/** What a command acts on: a URI, a record's name, an item of the tree, else the active editor. */
export function commandTarget(argument: unknown): { readonly name: RecordName; readonly uri?: vscode.Uri } {
  const uri = targetUri(argument);
  const name = uri ? recordOf(uri) : nameOf(argument);
  if (name) return { name, ...(uri && { uri }) };
  throw new UserError(
    argument === undefined
      ? vscode.l10n.t('No record is active. Open a record, then run the command again.')
      : vscode.l10n.t(
          'This is not a record. Expected the URI of a record, or {0}.',
          plainText('{ "service": …, "id": … }'),
        ),
  );
}

/** The record's URI that a command's argument is, else that of the active editor. */
export function targetUri(argument: unknown): vscode.Uri | undefined {
  const uri = argument === undefined ? activeRecordUri() : uriOf(argument);
  return uri && recordOf(uri) ? uri : undefined;
}

export function activeRecordUri(): vscode.Uri | undefined {
  const { activeTextEditor, tabGroups } = vscode.window;
  const shown = [activeTextEditor?.document.uri, tabUri(tabGroups.activeTabGroup.activeTab?.input)];
  return shown.find((uri) => uri && recordOf(uri));
}

/**
 * The records that a command acts on, each once. A menu passes its row, and all selected rows if that is one of several. The
 * catalogue may show a record in several groups.
 */
export function targetRecords(argument?: unknown, several?: unknown): readonly RecordName[] {
  const given = Array.isArray(several) && several.length > 0 ? several : [argument].flat();
  // A selection may contain rows that are not about a record.
  const isOther = (value: unknown) => isRow(value) && !Number.isSafeInteger(Object(value).id);
  return uniqueRecords(given.filter((value) => !isOther(value)).map((value) => commandTarget(value).name));
}

/** The first of two of the same record counts. */
export function uniqueRecords<R extends RecordName>(records: readonly R[]): readonly R[] {
  return [...Map.groupBy(records, recordKey).values()].flatMap(([first]) => first ?? []);
}

/** Whether a command's arguments name records directly, not as text to parse. */
export function recordsAreNamed(argument: unknown, several: unknown): boolean {
  if (Array.isArray(several) || (typeof argument === 'object' && argument !== null)) return true;
  return typeof argument === 'string' && argument.startsWith(`${recordScheme}://`);
}

/** The record that the active editor shows. */
export function activeRecord(): RecordName | undefined {
  const uri = activeRecordUri();
  return uri && recordOf(uri);
}

function uriOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === 'string' && argument.includes('://') ? vscode.Uri.parse(argument) : undefined;
}

/** The record that a value names as `{ service, id }`. */
export function nameOf(argument: unknown): RecordName | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { service, id } = argument as Partial<RecordName>;
  return typeof service === 'string' && Number.isSafeInteger(id) && Number(id) > 0
    ? { service, id: Number(id) }
    : undefined;
}

export interface RecordField {
  readonly record: vscode.Uri;
  readonly field: string;
}

/** VS Code shows the path in messages of its own, so it has nothing that could be a link there. */
const fieldPathPattern = /^(.*\.video\.json)\/(?:\d+ )?([\w.%-]{1,200})\.(?:md|html)$/;

/** Below the record, so that the URI alone tells both; its last part is what the tab shows: `1257 description.md`. */
export function fieldUri({ record, field }: RecordField): vscode.Uri {
  const name = `${recordOf(record)?.id} ${encoded(field)}.${field === 'embed' ? 'html' : 'md'}`;
  return record.with({ scheme: fieldScheme, path: `${record.path}/${name}` });
}

export function recordFieldOf(uri: vscode.Uri): RecordField | undefined {
  const [, path, name] = fieldPathPattern.exec(uri.path) ?? [];
  if (uri.scheme !== fieldScheme || !path || !name) return undefined;
  const record = uri.with({ scheme: recordScheme, path });
  const field = orUndefined(() => decodeURIComponent(name));
  return field !== undefined && recordOf(record) ? { record, field } : undefined;
}

function encoded(field: string): string {
  return encodeURIComponent(field).replace(/[!'()*~]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);
}
