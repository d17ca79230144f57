import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { namedService, pickService } from '../document/configuredService.ts';
import { untilSaved } from '../files/tabs.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { plainText } from '../workbench/plainText.ts';
import { askOrCancel, askPlace, pickOne } from '../workbench/prompts.ts';
import { tell, tellUnsaved } from '../workbench/report.ts';
import { withinLimit } from '../worksheet/choose.ts';
import { readFrom } from '../worksheet/loading.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import { cellOf } from './cells.ts';
import { type Difference, differenceOf, fieldsOf, foreignFields } from './differences.ts';
import { leftOut, compareWords as words } from './messages.ts';
import { type GivenFiles, readFiles } from './readFiles.ts';
import { rewrittenColumns } from './rewritten.ts';

/** Opens what differs between files and their service as a worksheet with unsaved changes. Null if nothing does. */
export async function compareFiles(input: unknown, services: Services, open: OpenWorksheet): Promise<string | null> {
  const from = await filesOf(input);
  const read = await readFiles(from);
  const service = await serviceFor(input, read, services);
  const given = await withOwnBase(read, service);
  if (given.records.length === 0) {
    throw new UserError(plainText([l10n.t('There are no records to compare.'), ...given.problems].join(' '), 600));
  }
  const ids = given.records.map(({ id }) => id);
  const { versions, unread } = await readFrom(services, service, ids);
  const { differences, problems } = compared(given, versions);
  const reasons = [...given.problems, ...problems, ...leftOut.unread(unread)];
  const known = await withKnownBasis(await withoutRewritten(differences), service.name);
  if (known.length === 0) {
    const areEqual = reasons.length === 0 && differences.every(({ values }) => values.size === 0);
    tell(areEqual ? words.nothing(versions.size) : l10n.t('Nothing else differs.'), reasons);
    return null;
  }
  const uri = await openDifferences(open, service.name, basename(from.path), known);
  tellUnsaved(words.differing(known.length), untilSaved(uri), words.leftOut(), reasons);
  return uri.toString();
}

/** Values as unsaved changes of their records, with the titles to tell these apart. */
export async function openDifferences(
  open: OpenWorksheet,
  service: string,
  label: string,
  differences: readonly Pick<Difference, 'id' | 'values' | 'basis'>[],
): Promise<vscode.Uri> {
  const { ids } = await withinLimit({ service, ids: differences.map(({ id }) => id) });
  const byId = new Map(differences.slice(0, ids.length).map((one) => [one.id, one]));
  const values = new Map(Array.from(byId, ([id, one]) => [id, one.values]));
  const fields = [...new Set(['title', ...[...values.values()].flatMap((some) => [...some.keys()])])];
  return open({ service, ids, fields, label }, values, (id) => byId.get(id)?.basis);
}

async function filesOf(input: unknown): Promise<vscode.Uri> {
  if (input instanceof vscode.Uri) return input;
  if (isObject(input) && typeof input.from === 'string') return vscode.Uri.parse(input.from, true);
  // A dialog for both would show folders alone on Linux and Windows.
  const kinds = [
    { label: l10n.t('CSV, JSON or JSON Lines File'), canSelectFolders: false },
    { label: l10n.t('Folder of JSON Files'), canSelectFolders: true },
  ];
  const title = words.title();
  const { canSelectFolders } = await pickOne(kinds, { title });
  return askPlace(canSelectFolders ? 'folder' : 'file', { title, openLabel: l10n.t('Compare') });
}

/** The service that is named, else the one that the files were exported from. */
async function serviceFor(input: unknown, { base }: GivenFiles, services: Services): Promise<Service> {
  const named = isObject(input) && 'service' in input ? namedService(services, input) : undefined;
  const exported = services.all().find(({ address }) => address.href === base?.address);
  return named ?? exported ?? pickService(services, words.title());
}

/** Without a base that is of another service. Anyone may have written that file, so nobody follows it unasked. */
async function withOwnBase(given: GivenFiles, { name, address }: Service): Promise<GivenFiles> {
  const theirs = given.base?.address;
  if (theirs === undefined || theirs === address.href) return given;
  const question = l10n.t('The base file is not from "{0}". Compare without it?', name);
  const [named, own] = [plainText(theirs, 200), address.href];
  const detail = l10n.t('The base file names {0}. The address of the service is {1}.', named, own);
  await askOrCancel(question, detail, l10n.t('Compare Without Base'));
  return { ...given, base: undefined };
}

function compared({ records, base }: GivenFiles, versions: ReadonlyMap<number, RecordVersion>) {
  const onService = Array.from(versions.values(), ({ record }) => record);
  const isKnown = fieldsOf([...(base?.records.values() ?? []), ...onService]);
  const differences = records.flatMap((given) => {
    const now = versions.get(given.id)?.record;
    return now ? [differenceOf(given, base?.records.get(given.id), now, (field) => isKnown.has(field))] : [];
  });
  const foreign = foreignFields(
    records.flatMap(({ fields }) => [...fields.keys()]),
    isKnown,
  );
  const problems = [
    ...leftOut.foreign(foreign),
    ...differences.flatMap(({ id, unreadable, cut }) => [
      ...leftOut.unreadable(id, unreadable),
      ...leftOut.cut(id, cut),
    ]),
  ];
  return { differences, problems };
}

/** Asks about columns that a spreadsheet rewrote. */
async function withoutRewritten(differences: readonly Difference[]): Promise<readonly Difference[]> {
  const isFilled = (field: string) => (one: Difference) => cellOf(field, one.basis.fields.get(field)?.raw) !== '';
  const columns = rewrittenColumns(
    differences.flatMap(({ cells }) => cells),
    (field) => differences.filter(isFilled(field)).length,
  );
  if (columns.length === 0) return differences;
  const [leave, take] = [l10n.t('Leave Alone'), l10n.t('Take Anyway')];
  const detail = columns.map(words.rewrittenCell).join('\n');
  if ((await askOrCancel(words.rewritten(columns), detail, leave, take)) === take) return differences;
  const isTaken = (field: string) => columns.every((column) => column.field !== field);
  const taken = (values: Difference['values']) => new Map([...values].filter(([field]) => isTaken(field)));
  return differences.map((one) => ({ ...one, values: taken(one.values) }));
}

/** Those that have changes. Asks about records of which nobody knows who changed them. */
async function withKnownBasis(all: readonly Difference[], service: string): Promise<readonly Difference[]> {
  const differences = all.filter(({ values }) => values.size > 0);
  const unknown = differences.filter(({ isBasisUnknown }) => isBasisUnknown).length;
  if (unknown === 0) return differences;
  const [take, leave] = [l10n.t('Take Them'), l10n.t('Leave Them Out')];
  const detail = l10n.t(
    'Without the base file of the export, older values in the file look like your changes. You see all of them before you save.',
  );
  const chosen = await askOrCancel(words.unknownBasis(unknown, service), detail, take, leave);
  return chosen === take ? differences : differences.filter(({ isBasisUnknown }) => !isBasisUnknown);
}
