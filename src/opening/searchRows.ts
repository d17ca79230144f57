import type { FoundRecords, UnknownField } from '../document/knownRecord.ts';
import { folded } from '../record/searchText.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { iconsAsText, isolated } from '../workbench/plainText.ts';
import { type Item, row } from './pickItem.ts';
import { noMatchTexts, pickWords } from './pickRows.ts';

/** Offers a worksheet for more records than are listed. It asks for the fields. */
export function asWorksheet({ service, records, instead }: FoundRecords, query: string, shown: number): Item[] {
  if (records.length <= shown || instead) return [];
  const open = row('table', { label: pickWords.openAll(records.length), detail: pickWords.onlyFirst(shown) });
  return [{ ...open, run: () => runCommand(commandIds.openWorksheet, { kind: 'found', service, query }) }];
}

/** Says that the catalogues have nothing for a text, and what could help. */
export function nothingFound(text: string, searched: readonly FoundRecords[]): Item[] {
  const texts = noMatchTexts(text);
  if (!texts) return [];
  const { noField } = searched.find((found) => found.noField) ?? {};
  if (noField) return [unknownField(text, noField)];
  const update = row('cloud-download', { label: pickWords.update(), detail: pickWords.updateDetail() });
  const offered = searched.length > 0 ? [] : [{ ...update, run: () => runCommand(commandIds.updateCatalogue) }];
  return [row('info', texts), ...offered];
}

function unknownField(text: string, { name, near }: UnknownField): Item {
  const label = iconsAsText(pickWords.noField(name));
  if (near === undefined) return row('info', { label });
  const types = text.replace(/([\p{L}_][\p{L}\p{N}_]*):/gu, (typed, field) =>
    folded(field) === name ? `${near}:` : typed,
  );
  return { ...row('info', { label, detail: iconsAsText(isolated(pickWords.searchInstead(types))) }), types };
}
