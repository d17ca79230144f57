import * as vscode from 'vscode';
import { l10n } from 'vscode';
import * as z from 'zod';
import type { RecordCatalogue, UnknownField } from '../document/knownRecord.ts';
import { fieldNames } from '../record/fields.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { localNumber, type PlainText, plainName, plainText } from '../workbench/plainText.ts';
import { askOrCancel, pickOne, pickSeveral } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import { words } from './messages.ts';
import { maxRecords, type WorksheetName } from './uri.ts';

/** The records that a command's arguments name, or that the user picks. Undefined if the user picks none. */
export type ChooseRecords = (
  input: unknown,
  several: unknown,
  max: number,
  title?: PlainText,
) => Promise<ChosenRecords | undefined>;

export interface ChosenRecords {
  readonly records: readonly RecordName[];
  /** There are more. */
  readonly isCut: boolean;
  /** They are what the catalogue has for this query. */
  readonly query?: string | undefined;
}

export interface ChooseParts {
  readonly chooseRecords: ChooseRecords;
  readonly find: RecordCatalogue['find'];
  readonly memory: vscode.Memento;
}

const lastFieldsKey = 'worksheet.fields';

/** What a worksheet should show: as the arguments say it, else as the user picks it. Undefined if no record is picked. */
export async function chooseWorksheet(
  input: unknown,
  several: unknown,
  { chooseRecords, find, memory }: ChooseParts,
): Promise<WorksheetName | undefined> {
  // A program says which fields it wants, and a worksheet with a name has them.
  const isToAsk = isRow(input) && Object(input).kind !== 'worksheet';
  const shown = async (name: WorksheetName) => {
    const limited = await withinLimit(name);
    return isToAsk ? withFields(limited, memory) : limited;
  };
  if (isObject(input) && typeof input.query === 'string') return shown(await matching(input, input.query, find));
  if (isObject(input) && Array.isArray(input.ids)) return shown(await listedWorksheet(input, several));
  const chosen = await chooseRecords(input, several, maxRecords);
  if (!chosen) return undefined;
  const name = await ofOneService(chosen.records);
  if (chosen.isCut) await offerFirst();
  const records = await withinLimit({ ...name, query: chosen.query });
  // A text is the whole of what a program has to say.
  if (typeof input === 'string' || typeof input === 'number') return records;
  return withFields(records, memory);
}

async function withFields(name: WorksheetName, memory: vscode.Memento): Promise<WorksheetName | undefined> {
  const fields = await pickFields(memory);
  return { ...name, ...(fields !== 'all' && { fields }) };
}

/** The records of a row that stands for several, with those of the rows that are selected with it, or of a program. */
export async function listedWorksheet(
  input: Readonly<Record<string, unknown>>,
  several: unknown,
): Promise<WorksheetName> {
  if (!isRow(input) || !Array.isArray(several)) return namedWorksheet(input);
  const records = several.map(Object).flatMap(({ service, id, ids = Number.isSafeInteger(id) ? [id] : [] }) => {
    return [ids].flat().map((one) => ({ service, id: one }));
  });
  return namedWorksheet({ ...input, ...(await ofOneService(records)) });
}

/** All records of a service that match a query. */
export async function matching(
  { service, fields, label }: Readonly<Record<string, unknown>>,
  query: string,
  find: RecordCatalogue['find'],
): Promise<WorksheetName> {
  const [found] = await find(query, String(service));
  if (!found) throw noCatalogue(String(service));
  if (found.noField) throw new UserError(noFieldMessage(found.noField));
  // Who names a query wants its matches, and no others.
  if (found.records.length === 0 || found.instead) throw new UserError(l10n.t('No record in the catalogue matches.'));
  const ids = found.records.map(({ id }) => id).sort((one, other) => one - other);
  return { ...namedWorksheet({ service, ids, fields, label }), query };
}

export function noFieldMessage({ name, near }: UnknownField): PlainText {
  return near === undefined
    ? l10n.t('There is no field "{0}".', plainName(name))
    : l10n.t('There is no field "{0}". Did you mean "{1}"?', plainName(name), plainText(near));
}

export function noCatalogue(service: string): UserError {
  const update = () => runCommand(commandIds.updateCatalogue, { kind: 'group', service });
  const message = l10n.t('"{0}" has no catalogue yet. Update it to search its records.', plainText(service));
  return new UserError(message, { actions: [[l10n.t('Update Catalogue'), update]] });
}

const request = z.object({
  service: z.string(),
  ids: z.array(z.int().positive()).min(1),
  fields: z.array(z.string().min(1)).optional(),
  label: z.string().optional().catch(undefined),
});

/** A worksheet that a program asks for. */
export function namedWorksheet(input: unknown): WorksheetName {
  const { data } = request.safeParse(input);
  if (!data) throw new TypeError('A worksheet is named by { service, ids, fields? }, with whole numbers above zero.');
  return { ...data, ids: [...new Set(data.ids)] };
}

/** A worksheet has records of one service. Of several services, the user is asked which. */
export async function ofOneService(records: readonly RecordName[]): Promise<WorksheetName> {
  const services = new Map<string, Set<number>>();
  for (const { service, id } of records) services.set(service, (services.get(service) ?? new Set()).add(id));
  const names = [...services].map(([service, ids]) => ({ service, ids: [...ids] }));
  const [first, another] = names;
  if (!first) throw new UserError(l10n.t('No records are selected.'));
  if (!another) return first;
  const items = names.map((name) => ({ label: name.service, description: words.label(name.ids.length), name }));
  const placeHolder = l10n.t('A worksheet has records of one service. Select the one to open.');
  return (await pickOne(items, { placeHolder })).name;
}

export async function withinLimit(name: WorksheetName): Promise<WorksheetName> {
  if (name.ids.length <= maxRecords) return name;
  await offerFirst();
  return { ...name, ids: name.ids.slice(0, maxRecords) };
}

async function offerFirst(): Promise<void> {
  const most = localNumber(maxRecords);
  const question = l10n.t('A worksheet has up to {0} records. Open the first {0}?', most);
  await askOrCancel(question, '', l10n.t('Open the First {0}', most));
}

type FieldItem = vscode.QuickPickItem & { readonly fields: readonly string[] };

/** The title first: nobody can choose an order in the list. */
const choosable: readonly string[] = ['title', ...fieldNames.filter((field) => field !== 'id' && field !== 'title')];
const media = choosable.filter((field) => /^(video_|thumbnail|embed|duration|source)/.test(field));

/** Asks for fields, with those of the last time selected. */
export async function pickFields(memory: vscode.Memento, title?: PlainText): Promise<readonly string[] | 'all'> {
  const last = memory.get<readonly string[]>(lastFieldsKey, ['title', 'speakers']);
  const preset = (label: string, fields: readonly string[]): FieldItem => ({ label, fields });
  const heading = (label: string): FieldItem => ({ label, kind: vscode.QuickPickItemKind.Separator, fields: [] });
  const items: FieldItem[] = [
    heading(l10n.t('Presets')),
    preset(l10n.t('Titles and speakers'), ['title', 'speakers']),
    preset(l10n.t('Media'), media),
    preset(l10n.t('All fields'), choosable),
    heading(l10n.t('Fields')),
    ...choosable.map((field) => ({
      label: fieldWords(field)?.label ?? field,
      description: field,
      fields: [field],
      picked: last.includes(field),
    })),
  ];
  const picked = await pickSeveral(items, {
    title: title ?? l10n.t('Fields of the Worksheet'),
    ...(title === undefined && { placeHolder: l10n.t('Select the fields to edit. The ID is always shown.') }),
    matchOnDescription: true,
  });
  const chosen = new Set(picked.flatMap((item) => item.fields));
  const fields = choosable.filter((field) => chosen.has(field));
  if (fields.length === 0) throw new vscode.CancellationError();
  await memory.update(lastFieldsKey, fields);
  // Also the fields that the service has beyond those of the interface.
  return fields.length === choosable.length ? 'all' : fields;
}
