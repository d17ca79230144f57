import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { namedService, pickService } from '../document/configuredService.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { askInDialog, pickOne } from '../workbench/prompts.ts';
import { tell } from '../workbench/report.ts';
import { readRecords } from '../worksheet/loading.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import { maxRecords } from '../worksheet/uri.ts';
import { cellOf } from './cells.ts';
import { type Difference, differenceOf, fieldsOf, isCopied } from './differences.ts';
import { compareWords, givenWords, compareWords as words } from './messages.ts';
import { type GivenFiles, readFiles } from './readFiles.ts';
import { rewrittenColumns } from './rewritten.ts';

export interface CompareParts {
  readonly services: Services;
  readonly openWorksheet: OpenWorksheet;
}

/** Opens what differs between files and their service as a worksheet with unsaved changes. Null if nothing does. */
export async function compareFiles(input: unknown, { services, openWorksheet }: CompareParts): Promise<string | null> {
  const from = await filesOf(input);
  const read = await readFiles(from);
  const service = await serviceFor(input, read, services);
  const given = await withOwnBase(read, service);
  if (given.records.length === 0) throw new UserError([words.noRecords(), ...given.problems].join(' '));
  const ids = given.records.map(({ id }) => id);
  const { versions, unread } = await readRecords(await services.client(service), ids);
  const { differences, problems } = compared(given, versions);
  const reasons = [...given.problems, ...problems, ...unreadReasons(unread)];
  const known = await withKnownBasis(await withoutRewritten(differences), service.name);
  if (known.length === 0) {
    const areRows = given.records.some(({ areCells }) => areCells);
    tell(words.nothing(versions.size, areRows), reasons, versions.size === 0 ? 'error' : undefined);
    return null;
  }
  const uri = await openDifferences(openWorksheet, service.name, basename(from.path), known);
  const conflicts = known.filter((one) => one.conflicts.length > 0);
  tell(words.different(Math.min(known.length, maxRecords), versions.size), [
    ...conflicts.map(({ id, conflicts: fields }) =>
      givenWords.conflict(
        id,
        fields.map(({ field }) => field),
      ),
    ),
    ...(known.length > maxRecords ? [givenWords.cut(known.length - maxRecords)] : []),
    ...reasons,
  ]);
  return uri.toString();
}

/** Values as unsaved changes of their records, with the titles to tell these apart. */
export function openDifferences(
  open: OpenWorksheet,
  service: string,
  label: string,
  all: readonly Pick<Difference, 'id' | 'values' | 'basis'>[],
): Promise<vscode.Uri> {
  const differences = all.slice(0, maxRecords);
  const fields = [...new Set(['title', ...differences.flatMap(({ values }) => [...values.keys()])])];
  const ids = differences.map(({ id }) => id);
  const bases = new Map(differences.map(({ id, basis }) => [id, basis]));
  const values = new Map(differences.map((one) => [one.id, one.values]));
  return open({ service, ids, fields, label }, values, (id) => bases.get(id));
}

export function unreadReasons(unread: ReadonlyMap<number, unknown>): readonly string[] {
  const [failure] = unread.values();
  return unread.size > 0 ? [givenWords.unread([...unread.keys()], messageOf(failure))] : [];
}

async function filesOf(input: unknown): Promise<vscode.Uri> {
  if (input instanceof vscode.Uri) return input;
  if (isObject(input) && typeof input.from === 'string') return vscode.Uri.parse(input.from, true);
  // A dialog for both would show folders alone on Linux and Windows.
  const kinds = [
    { label: words.file(), canSelectFiles: true, canSelectFolders: false },
    { label: words.folder(), canSelectFiles: false, canSelectFolders: true },
  ];
  const { label: _, ...kind } = await pickOne(kinds, { title: words.title() });
  const dialog = { ...kind, title: words.title(), openLabel: words.compare() };
  const [from] = (await vscode.window.showOpenDialog(dialog)) ?? [];
  if (!from) throw new vscode.CancellationError();
  return from;
}

/** The service that is named, else the one that the files were exported from. */
async function serviceFor(input: unknown, { base }: GivenFiles, services: Services): Promise<Service> {
  const isNamed = isObject(input) && 'service' in input;
  if (isNamed) return namedService(services, input) ?? pickService(services, words.title());
  return services.all().find(({ address }) => address.href === base?.address) ?? pickService(services, words.title());
}

/** Without a base that is of another service. Anyone may have written that file, so nobody follows it unasked. */
async function withOwnBase(given: GivenFiles, { name, address }: Service): Promise<GivenFiles> {
  if (!given.base || given.base.address === address.href) return given;
  const detail = words.otherDetail(given.base.address, address.href);
  const chosen = await askInDialog(words.otherAddress(name), detail, words.withoutBase());
  if (chosen === undefined) throw new vscode.CancellationError();
  return { ...given, base: undefined };
}

function compared({ records, base }: GivenFiles, versions: ReadonlyMap<number, RecordVersion>) {
  const isKnown = fieldsOf([
    ...(base?.records.values() ?? []),
    ...Array.from(versions.values(), ({ record }) => record),
  ]);
  const differences = records.flatMap((given) => {
    const now = versions.get(given.id)?.record;
    return now ? [differenceOf(given, base?.records.get(given.id), now, (field) => isKnown.has(field))] : [];
  });
  const names = new Set(records.flatMap(({ fields }) => [...fields.keys()]));
  const foreign = [...names].filter((field) => isCopied(field) && !isKnown.has(field));
  const unreadable = differences.filter((one) => one.unreadable.length > 0);
  const problems = [
    ...(foreign.length > 0 ? [givenWords.foreign(foreign)] : []),
    ...unreadable.map((one) => givenWords.unreadable(one.id, one.unreadable)),
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
  const detail = columns.map(words.rewrittenCell).join('\n');
  const chosen = await askInDialog(words.rewritten(columns), detail, words.leaveAlone(), words.takeAnyway());
  if (chosen === undefined) throw new vscode.CancellationError();
  if (chosen === words.takeAnyway()) return differences;
  const isLeft = new Set(columns.map(({ field }) => field));
  return differences.map((one) => ({
    ...one,
    values: new Map([...one.values].filter(([field]) => !isLeft.has(field))),
    conflicts: one.conflicts.filter(({ field }) => !isLeft.has(field)),
  }));
}

/** Those that have changes. Asks about records of which nobody knows who changed them. */
async function withKnownBasis(all: readonly Difference[], service: string): Promise<readonly Difference[]> {
  const differences = all.filter(({ values }) => values.size > 0);
  const unknown = differences.filter(({ isBasisUnknown }) => isBasisUnknown).length;
  if (unknown === 0) return differences;
  const question = compareWords.unknownBasis(unknown, service);
  const chosen = await askInDialog(question, words.unknownDetail(), words.takeThem(), words.leaveOut());
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen === words.takeThem() ? differences : differences.filter(({ isBasisUnknown }) => !isBasisUnknown);
}
