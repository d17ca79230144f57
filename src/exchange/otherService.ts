import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { Records } from '../document/records.ts';
import { commandTarget, recordUri } from '../document/recordUri.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { fieldText, parseIfRecord, type RecordText } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { pickOne } from '../workbench/prompts.ts';
import { tell } from '../workbench/report.ts';
import { pickFields } from '../worksheet/choose.ts';
import { readRecords } from '../worksheet/loading.ts';
import { type Chosen, type ChosenParts, namedRecords } from './chosen.ts';
import { openDifferences, unreadReasons } from './compareCommand.ts';
import { areDifferentTalks, differenceBetween, fieldsOf, isCopied } from './differences.ts';
import { serviceWords as words } from './messages.ts';

export interface OtherServiceParts extends ChosenParts {
  readonly services: Services;
  readonly openRecord: Records['open'];
}

/** The side of a diff that nobody edits. */
const otherScheme = 'videorecordother';

export function otherService(parts: OtherServiceParts) {
  const { services, openRecord, worksheets, memory } = parts;
  const texts = readOnlyTexts([otherScheme], () => `${words.over()}\n`);
  let count = 0;

  /** The record of the other service beside the editor of this one. */
  const compare = async (input: unknown): Promise<string> => {
    const { name } = commandTarget(input);
    const other = await otherOf(input, name.service, services, words.compareTitle());
    const theirs = (await (await services.client(other)).read(name.id)).record;
    const right = await openRecord(name);
    const mine = await vscode.workspace.openTextDocument(right);
    // A new URI each time, so that no text is left of an earlier comparison.
    count += 1;
    const { path } = recordUri({ service: other.name, id: name.id }, fieldText(theirs, 'slug'));
    const left = vscode.Uri.from({ scheme: otherScheme, authority: other.name, path, query: String(count) });
    texts.set(left, theirs.text);
    if (areDifferent(mine, theirs)) void vscode.window.showWarningMessage(words.differentTalks(name.id, other.name));
    const title = words.diffTitle(name.id, other.name, name.service);
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    return right.toString();
  };

  /** The values of records as unsaved changes of the same records on another service. Null if they are equal. */
  const copy = async (input: unknown, several: unknown): Promise<string | null> => {
    const chosen = (await namedRecords(input, several, parts)) ?? namedOne(input);
    const other = await otherOf(input, chosen.service, services, words.copyTitle());
    const fields = await fieldsFor(input, memory);
    const [mine, theirs] = [
      await readRecords(await services.client(serviceOf(services, chosen)), chosen.ids),
      await readRecords(await services.client(other), chosen.ids),
    ];
    const isKnown = fieldsOf(Array.from(theirs.versions.values(), ({ record }) => record));
    const isMeant = (field: string) => isCopied(field) && isKnown.has(field) && (!fields || fields.includes(field));
    const reasons = [...unreadReasons(mine.unread), ...unreadReasons(theirs.unread)];
    const differences = [...mine.versions].flatMap(([id, { record }]) => {
      const now = theirs.versions.get(id)?.record;
      if (!now) return [];
      if (!areDifferentTalks(record, now)) return [differenceBetween(id, record, now, isMeant)];
      reasons.push(words.leftOut(id, other.name));
      return [];
    });
    const changed = differences.filter(({ values }) => values.size > 0);
    if (changed.length === 0) {
      tell(words.equal(differences.length, other.name), reasons);
      return null;
    }
    const uri = await openDifferences(worksheets.open, other.name, chosen.label ?? '', changed);
    tell(words.copied(changed.length, other.name), reasons);
    return uri.toString();
  };

  return { compare, copy, dispose: () => texts.dispose() };
}

function namedOne(input: unknown): Chosen {
  const { service, id } = commandTarget(input).name;
  return { service, ids: [id] };
}

/** The service that is named as `other`, else one that the user picks. */
async function otherOf(input: unknown, service: string, services: Services, title: string): Promise<Service> {
  if (isObject(input) && typeof input.other === 'string') return serviceOf(services, { service: input.other });
  const others = services.all().filter(({ name }) => name !== service);
  const add = () => runCommand(commandIds.addService);
  if (others.length === 0) {
    throw new UserError(words.noOther(), { actions: [[vscode.l10n.t('Add Service'), add]] });
  }
  const items = others.map((other) => ({ label: other.name, description: other.address.href, other }));
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select a service') })).other;
}

async function fieldsFor(input: unknown, memory: vscode.Memento): Promise<readonly string[] | undefined> {
  if (isObject(input) && 'other' in input) return Array.isArray(input.fields) ? input.fields.map(String) : undefined;
  const picked = await pickFields(memory, words.fields());
  if (!picked) throw new vscode.CancellationError();
  return picked === 'all' ? undefined : picked;
}

function areDifferent(document: vscode.TextDocument, theirs: RecordText): boolean {
  const mine = parseIfRecord(document.getText());
  return mine !== undefined && areDifferentTalks(mine, theirs);
}
