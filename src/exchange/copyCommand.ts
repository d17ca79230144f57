import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import { commandTarget } from '../document/recordUri.ts';
import { untilSaved } from '../files/tabs.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import type { PlainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { tell, tellUnsaved } from '../workbench/report.ts';
import { ofOneService, pickFields } from '../worksheet/choose.ts';
import { readFrom } from '../worksheet/loading.ts';
import { type ChosenParts, namedRecords } from './chosen.ts';
import { openDifferences } from './compareCommand.ts';
import {
  areDifferentTalks,
  differenceBetween,
  fieldsOf,
  fieldsWithSecrets,
  foreignFields,
  isCopied,
} from './differences.ts';
import { leftOut, compareWords as words } from './messages.ts';

interface CopyParts extends ChosenParts {
  readonly services: Services;
}

/** The values of records as unsaved changes of the same records on another service. Null if they are equal. */
export async function copyToService(input: unknown, several: unknown, parts: CopyParts): Promise<string | null> {
  const { services, worksheets, memory } = parts;
  const named = await namedRecords(input, several, parts);
  const { service, ids } = named ?? (await ofOneService([commandTarget(input).name]));
  const other = await otherOf(input, service, services, l10n.t('Copy to Service'));
  const fields = await fieldsFor(input, memory);
  const from = serviceOf(services, { service });
  const mine = await readFrom(services, from, ids);
  const theirs = await readFrom(services, other, ids);
  const isKnown = fieldsOf(Array.from(theirs.versions.values(), ({ record }) => record));
  const isChosen = (field: string) => !fields || fields.includes(field);
  const onBoth = [...mine.versions].flatMap(([id, { record }]) => (theirs.versions.has(id) ? [record] : []));
  const foreign = foreignFields(fieldsOf(onBoth), isKnown).filter(isChosen);
  const secret = fieldsWithSecrets(onBoth, await services.secrets(from.address.origin)).filter(isChosen);
  const isMeant = (field: string) =>
    isCopied(field) && isChosen(field) && isKnown.has(field) && !secret.includes(field);
  const reasons = [
    ...leftOut.unread(mine.unread),
    ...leftOut.unread(theirs.unread),
    ...leftOut.foreign(foreign),
    ...leftOut.secret(secret),
  ];
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
}

export function differentTalks(id: number, other: Service): string {
  return l10n.t('Record {0} is a different talk on "{1}": its title and slug differ.', id, other.name);
}

/** The service that is named as `other`, else one that the user picks. */
export async function otherOf(input: unknown, service: string, services: Services, title: PlainText): Promise<Service> {
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
