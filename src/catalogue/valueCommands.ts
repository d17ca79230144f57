import * as vscode from 'vscode';
import * as z from 'zod';
import { chosenService } from '../document/configuredService.ts';
import { replacedValue } from '../record/replaceValues.ts';
import { withValues } from '../record/splice.ts';
import { fieldSchema } from '../record/validation.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { pickValue } from '../workbench/pickValue.ts';
import { pickOne } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import { noCatalogue } from '../worksheet/choose.ts';
import { replaceRows } from '../worksheet/edits.ts';
import { words as worksheetWords } from '../worksheet/messages.ts';
import type { ReplacedRow } from '../worksheet/rows.ts';
import { maxRecords } from '../worksheet/uri.ts';
import type { WholeRow, Worksheets } from '../worksheet/worksheets.ts';
import type { Catalogues } from './catalogues.ts';
import type { Entry } from './entry.ts';
import type { Grouping, Groupings } from './grouping.ts';
import { catalogueWords as words } from './messages.ts';
import type { ValueRow } from './rows.ts';

export interface ValueCommandsParts {
  readonly services: Services;
  readonly catalogues: Catalogues;
  readonly groupings: Groupings;
  readonly worksheets: Pick<Worksheets, 'open' | 'rows'>;
  readonly changed: () => void;
}

const grouped = z.object({ field: z.string().min(1), order: z.enum(['name', 'count']).default('name') });
const changed = z.object({ field: z.string().min(1), values: z.array(z.string()).min(1), by: z.string() });

/** Grouping the view by the values of a field, and making one value of several. */
export function valueCommands(
  parts: ValueCommandsParts,
): Pick<CommandHandlers<'catalogue'>, 'groupCatalogue' | 'changeValues'> {
  const { services, catalogues, groupings } = parts;
  const entriesOf = async (service: Service): Promise<readonly Entry[]> => {
    const catalogue = catalogues.of(service);
    await catalogue.load();
    if (!catalogue.state()) throw noCatalogue(service.name);
    return catalogue.entries();
  };

  return {
    groupCatalogue: async (argument?: unknown) => {
      const service = await chosenService(services, argument, words.groupTitle());
      const entries = await entriesOf(service);
      const isAsked = argument === undefined || isRow(argument);
      const fields = isAsked ? await catalogues.of(service).fields(entries) : [];
      const grouping = isAsked ? await askGrouping(fields, groupings.of(service.address)) : grouped.parse(argument);
      await groupings.keep(service.address, grouping);
      parts.changed();
      return { service: service.name, ...grouping };
    },
    changeValues: async (argument?: unknown, several?: unknown) => {
      const service = await chosenService(services, argument, words.changeTitle());
      if (service.access === 'readOnly') throw new UserError(worksheetWords.readOnly(service.name));
      const entries = await entriesOf(service);
      const catalogue = catalogues.of(service);
      const rows = valueRows(argument, several, service);
      const isGiven = argument !== undefined && !isRow(argument);
      const { field, values, by } = isGiven
        ? changed.parse(argument)
        : await askChange(rows, (name) => catalogue.counts(name));
      refuseWrong(field, by);
      const wanted = new Set(values);
      const valuesOf = await catalogue.valuesOf(field, entries);
      const has = (entry: Entry) => {
        const own = valuesOf(entry);
        return own.length === 0 ? wanted.has('') : own.some((value) => value !== by && wanted.has(value));
      };
      const shown = new Set(rows.flatMap((row) => row.ids));
      const found = entries.filter((one) => (rows.length === 0 || shown.has(one.id)) && has(one));
      const ids = found.map(({ id }) => id);
      return openChanged(parts.worksheets, service.name, ids, { field, values: wanted, by });
    },
  };
}

/** The rows of groups that a menu passes: all that are selected, of the same field. */
function valueRows(argument: unknown, several: unknown, { name }: Service): readonly ValueRow[] {
  const isValue = (row: unknown): row is ValueRow => isRow(row) && Object(row).kind === 'value';
  const all = (Array.isArray(several) ? several : [argument]).filter(isValue);
  return all.filter(({ service, field }) => service === name && field === all[0]?.field);
}

async function askGrouping(fields: readonly string[], before: Grouping): Promise<Grouping> {
  const marked = (label: string, isChosen: boolean) => `$(${isChosen ? 'check' : 'blank'}) ${label}`;
  const order = (label: string, order: Grouping['order']) => ({ label: marked(label, order === before.order), order });
  const items: (vscode.QuickPickItem & Partial<Grouping>)[] = [
    ...fields.map((field) => {
      const label = marked(fieldWords(field)?.label ?? field, field === before.field);
      return { label, description: field, field };
    }),
    { label: words.order(), kind: vscode.QuickPickItemKind.Separator },
    order(words.byName(), 'name'),
    order(words.byCount(), 'count'),
  ];
  const [title, placeHolder] = [words.groupTitle(), words.groupPlaceholder()];
  const picked = await pickOne(items, { title, placeHolder, matchOnDescription: true });
  return { field: picked.field ?? before.field, order: picked.order ?? before.order };
}

interface ValueChange {
  readonly field: string;
  readonly values: Iterable<string>;
  readonly by: string;
}

/** Asks for the value that takes the place of those of all rows. */
async function askChange(
  rows: readonly ValueRow[],
  countsOf: (field: string) => Promise<ReadonlyMap<string, number>>,
): Promise<ValueChange> {
  const [first] = rows;
  if (!first) throw new UserError(words.noGroup());
  const values = rows.map(({ value }) => value);
  const [title, placeholder] = [words.changeTitle(), words.newValue(values)];
  return {
    field: first.field,
    values,
    by: await pickValue({ title, placeholder, counts: await countsOf(first.field) }),
  };
}

function refuseWrong(field: string, by: string): void {
  const isWrong = (value: unknown) => fieldSchema(field)?.safeParse(value).success === false;
  if (field !== 'id' && (!isWrong(by) || !isWrong([by]) || !isWrong(jsonOrUndefined(by)))) return;
  throw wrongValue(field);
}

function wrongValue(field: string): UserError {
  return new UserError(words.wrongValue(field), { kind: 'invalid' });
}

/** Opens the records with the new value as unsaved changes. Null if none of them has the old ones. */
async function openChanged(
  worksheets: ValueCommandsParts['worksheets'],
  service: string,
  found: readonly number[],
  change: ValueChange & { readonly values: ReadonlySet<string> },
): Promise<string | null> {
  const all = found.toSorted((one, other) => one - other);
  const ids = all.slice(0, maxRecords);
  if (ids.length === 0) {
    void offer(words.nothingToChange(), []);
    return null;
  }
  const fields = ['title', ...(change.field === 'title' ? [] : [change.field])];
  const uri = await worksheets.open({ service, ids, fields });
  const document = await vscode.workspace.openTextDocument(uri);
  // The rows show what the service has now, which may be newer than the catalogue.
  const rows = await worksheets.rows(uri);
  const shown = new Set(rows.map(({ id }) => id));
  if (document.isDirty && ids.some((id) => !shown.has(id))) throw new UserError(worksheetWords.saveFirst());
  const { version } = document;
  const changed = rows.flatMap((row) => changedRow(row, change) ?? []);
  if (!(await replaceRows(document, version, changed))) throw new UserError(worksheetWords.edited());
  const left = all.length - ids.length;
  if (left > 0) void offer(words.leftForLater(ids.length, left), []);
  if (changed.length === 0) void offer(words.nothingToChange(), []);
  return changed.length > 0 ? uri.toString() : null;
}

function changedRow(
  { row, offset }: WholeRow,
  { field, values, by }: Parameters<typeof openChanged>[3],
): ReplacedRow | undefined {
  const before = row.record?.fields.get(field)?.raw;
  const after = replacedValue(field, before, values, by);
  if (before !== undefined && after === undefined) throw wrongValue(field);
  if (!row.record || after === undefined || after === before) return undefined;
  return { row, offset, next: withValues(row.record, new Map([[field, after]])) };
}
