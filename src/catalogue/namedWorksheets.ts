import * as vscode from 'vscode';
import * as z from 'zod';
import { serviceOf } from '../document/configuredService.ts';
import { isObject } from '../record/valueShapes.ts';
import type { ServiceAddress } from '../service/address.ts';
import type { Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { oneLine, type PlainText } from '../workbench/plainText.ts';
import { askText } from '../workbench/prompts.ts';
import { words as worksheetWords } from '../worksheet/messages.ts';
import { queryOf } from '../worksheet/opened.ts';
import { targetWorksheet, worksheetOf } from '../worksheet/uri.ts';
import { catalogueWords as words } from './messages.ts';

/** A worksheet that can be opened again: all that matches its query then, or always the same records. */
const namedWorksheet = z.object({
  label: z.string(),
  /** Of its service, which may be renamed. */
  address: z.string(),
  query: z.string().optional(),
  ids: z.array(z.int()).readonly(),
  fields: z.array(z.string()).readonly().optional(),
});

export type NamedWorksheet = Readonly<z.infer<typeof namedWorksheet>>;
export type NamedWorksheets = ReturnType<typeof namedWorksheets>;

const key = 'catalogue.worksheets';
const maxNamed = 200;
const maxLabel = 60;

export function namedWorksheets(memory: vscode.Memento) {
  const all = () => [memory.get<unknown>(key)].flat().flatMap((one) => namedWorksheet.safeParse(one).data ?? []);
  const without = (address: string, label: string) =>
    all().filter((one) => one.address !== address || one.label !== label);
  return {
    find: ({ href }: ServiceAddress, label: string) => all().find((one) => one.address === href && one.label === label),
    of: ({ href }: ServiceAddress) => all().filter(({ address }) => address === href),
    async keep(one: NamedWorksheet) {
      const others = without(one.address, one.label);
      if (others.length >= maxNamed) throw new UserError(words.tooManyNames(maxNamed));
      await memory.update(key, [...others, one]);
    },
    remove: ({ href }: ServiceAddress, label: string) => memory.update(key, without(href, label)),
  };
}

/** Naming the active worksheet, or `{ uri, name }`, and forgetting a name: a row, or `{ service, name }`. */
export function namingCommands(
  services: Services,
  named: NamedWorksheets,
  memory: vscode.Memento,
  changed: () => void,
): Pick<CommandHandlers<'catalogue'>, 'nameWorksheet' | 'removeWorksheet'> {
  /** A program may have done it. */
  const offerUndo = (message: PlainText, before: NamedWorksheet) => {
    const undo = async () => {
      await named.keep(before);
      changed();
    };
    void offer(message, [[vscode.l10n.t('Undo'), undo]]);
  };
  return {
    nameWorksheet: async (argument?: unknown) => {
      const given = isObject(argument) && !(argument instanceof vscode.Uri) ? argument : { uri: argument };
      const uri = targetWorksheet(given.uri);
      const name = uri && worksheetOf(uri);
      if (!name) throw new UserError(worksheetWords.noneActive());
      const query = queryOf(memory, name);
      const prompt = query === undefined ? words.namePrompt() : words.nameQueryPrompt(query);
      const typed = typeof given.name === 'string' ? given.name : await askText({ title: words.nameTitle(), prompt });
      const label = oneLine(typed, maxLabel);
      if (label === '') throw new vscode.CancellationError();
      const { service, ids, fields } = name;
      const { address } = serviceOf(services, { service });
      const before = named.find(address, label);
      const next = { label, address: address.href, ids: query === undefined ? ids : [], query, fields };
      await named.keep(next);
      changed();
      const isOther = before && JSON.stringify(before) !== JSON.stringify(namedWorksheet.parse(next));
      if (isOther) offerUndo(words.replaced(label), before);
      else void offer(words.named(label), []);
      return label;
    },
    removeWorksheet: async (argument?: unknown) => {
      const { service, label, name = label } = Object(argument) as Record<string, unknown>;
      const { address } = serviceOf(services, { service: String(service) });
      const before = named.find(address, String(name));
      if (!before) return;
      await named.remove(address, before.label);
      changed();
      offerUndo(words.removed(before.label), before);
    },
  };
}
