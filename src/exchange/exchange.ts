import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { Records } from '../document/records.ts';
import { commandTarget, recordUri } from '../document/recordUri.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { untilSaved } from '../files/tabs.ts';
import { fieldText, parseIfRecord } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { showDiff } from '../workbench/diffs.ts';
import { runCommand } from '../workbench/failure.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { tell, tellUnsaved } from '../workbench/report.ts';
import { pickFields } from '../worksheet/choose.ts';
import { readFrom } from '../worksheet/loading.ts';
import { type ChosenParts, namedRecords } from './chosen.ts';
import { compareFiles, openDifferences } from './compareCommand.ts';
import { areDifferentTalks, differenceBetween, fieldsOf, foreignFields, isCopied } from './differences.ts';
import { exportRecords } from './exportCommand.ts';
import { leftOut, compareWords as words } from './messages.ts';

interface ExchangeParts extends ChosenParts {
  readonly services: Services;
  readonly openRecord: Records['open'];
}

/** The side of a diff that nobody edits. */
const otherScheme = 'videorecordother';

/** Records as files, and between services. Nothing here writes to a service. */
export function exchange(parts: ExchangeParts) {
  const { services, worksheets } = parts;
  const { compare, copy, dispose } = otherService(parts);
  return {
    handlers: {
      exportRecords: (input?: unknown, several?: unknown) => exportRecords(input, several, parts),
      compareFiles: (input?: unknown) => compareFiles(input, services, worksheets.open),
      compareServices: (input?: unknown) => compare(input),
      copyToService: (input?: unknown, several?: unknown) => copy(input, several),
    } satisfies CommandHandlers<'exchange'>,
    dispose,
  };
}

function otherService(parts: ExchangeParts) {
  const { services, openRecord, worksheets, memory } = parts;
  const texts = readOnlyTexts(
    [otherScheme],
    () => `${l10n.t('This comparison is over. Compare again to see the record of the other service.')}\n`,
  );
  let count = 0;

  /** The record of the other service beside the editor of this one. */
  const compare = async (input: unknown): Promise<string> => {
    const { name } = commandTarget(input);
    const other = await otherOf(input, name.service, services, l10n.t('Compare with Another Service'));
    const { record } = await (await services.client(other)).read(name.id);
    const right = await openRecord(name);
    const mine = parseIfRecord((await vscode.workspace.openTextDocument(right)).getText());
    // A new URI each time, so that no text is left of an earlier comparison.
    count += 1;
    const { path } = recordUri({ service: other.name, id: name.id }, fieldText(record, 'slug'));
    const left = vscode.Uri.from({ scheme: otherScheme, authority: other.name, path, query: String(count) });
    texts.set(left, record.text);
    if (mine && areDifferentTalks(mine, record)) tell(differentTalks(name.id, other), []);
    const title = l10n.t('Record {0} ({1} ↔ {2})', name.id, plainText(other.name), plainText(name.service));
    await showDiff(left, right, title);
    return right.toString();
  };

  /** The values of records as unsaved changes of the same records on another service. Null if they are equal. */
  const copy = async (input: unknown, several: unknown): Promise<string | null> => {
    const named = await namedRecords(input, several, parts);
    const { service, ids } = named ?? oneRecord(input);
    const other = await otherOf(input, service, services, l10n.t('Copy to Service'));
    const fields = await fieldsFor(input, memory);
    const mine = await readFrom(services, serviceOf(services, { service }), ids);
    const theirs = await readFrom(services, other, ids);
    const isKnown = fieldsOf(Array.from(theirs.versions.values(), ({ record }) => record));
    const isChosen = (field: string) => !fields || fields.includes(field);
    const isMeant = (field: string) => isCopied(field) && isChosen(field) && isKnown.has(field);
    const onBoth = [...mine.versions].filter(([id]) => theirs.versions.has(id));
    const names = fieldsOf(onBoth.map(([, { record }]) => record));
    const foreign = foreignFields(names, isKnown).filter(isChosen);
    const reasons = [...leftOut.unread(mine.unread), ...leftOut.unread(theirs.unread), ...leftOut.foreign(foreign)];
    const differences = [...mine.versions].flatMap(([id, { record }]) => {
      const now = theirs.versions.get(id)?.record;
      if (!now) return [];
      if (!areDifferentTalks(record, now)) return [differenceBetween(id, record, now, isMeant)];
      reasons.push(differentTalks(id, other));
      return [];
    });
    const changed = differences.filter(({ values }) => values.size > 0);
    if (changed.length === 0) {
      const areSame = l10n.t('There is nothing to copy to "{0}": the values are the same.', other.name);
      tell(reasons.length === 0 ? areSame : l10n.t('Nothing else differs.'), reasons);
      return null;
    }
    const uri = await openDifferences(worksheets.open, other.name, '', changed);
    const outcome = l10n.t('The values are now unsaved changes on "{0}". Save to send them.', other.name);
    tellUnsaved(outcome, untilSaved(uri), words.leftOut(), reasons);
    return uri.toString();
  };

  return { compare, copy, dispose: () => texts.dispose() };
}

function differentTalks(id: number, other: Service): string {
  return l10n.t('Record {0} is a different talk on "{1}": its title and slug differ.', id, other.name);
}

function oneRecord(input: unknown) {
  const { service, id } = commandTarget(input).name;
  return { service, ids: [id] };
}

/** The service that is named as `other`, else one that the user picks. */
async function otherOf(input: unknown, service: string, services: Services, title: PlainText): Promise<Service> {
  if (isObject(input) && typeof input.other === 'string') return serviceOf(services, { service: input.other });
  const others = services.all().filter(({ name }) => name !== service);
  if (others.length === 0) {
    const add = () => runCommand(commandIds.addService);
    throw new UserError(l10n.t('There is no other service. Add one, then try again.'), {
      actions: [[l10n.t('Add Service'), add]],
    });
  }
  const items = others.map((other) => ({ label: other.name, description: other.address.href, other }));
  return (await pickOne(items, { title, placeHolder: l10n.t('Select a service') })).other;
}

async function fieldsFor(input: unknown, memory: vscode.Memento): Promise<readonly string[] | undefined> {
  if (isObject(input) && 'other' in input) return Array.isArray(input.fields) ? input.fields.map(String) : undefined;
  const picked = await pickFields(memory, l10n.t('Fields to Copy'));
  return picked === 'all' ? undefined : picked;
}
