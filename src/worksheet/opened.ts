import { createHash } from 'node:crypto';
import { l10n, type Memento } from 'vscode';
import { UserError } from '../workbench/commands.ts';
import { localNumber } from '../workbench/plainText.ts';
import { askInDialog } from '../workbench/prompts.ts';
import type { WorksheetName } from './uri.ts';

const key = 'worksheet.opened';
const maxUnasked = 50;
const maxKept = 500;

/** The user, or a command of ours, asks for these records: the matches of a query, if one is given or was before. */
export async function keepOpened(memory: Memento, name: WorksheetName, query = queryOf(memory, name)): Promise<void> {
  const opened = kept(memory);
  opened.delete(hashOf(name));
  opened.set(hashOf(name), query ?? '');
  await memory.update(key, [...opened].slice(-maxKept));
}

/** The query that a worksheet was last opened with. Its URI names the records that matched then. */
export function queryOf(memory: Memento, name: WorksheetName): string | undefined {
  return kept(memory).get(hashOf(name)) || undefined;
}

/**
 * Asks the user about many records that nobody asked for, and rejects if they decline. Anyone may give VS Code the URI
 * of a worksheet, which must not send hundreds of requests with the user's credential. A tab that VS Code restores was
 * opened by the user before.
 */
export async function needConsent(memory: Memento, name: WorksheetName): Promise<void> {
  if (name.ids.length <= maxUnasked || kept(memory).has(hashOf(name))) return;
  const count = localNumber(name.ids.length);
  const question = l10n.t('Read {0} records on {1}?', count, name.service);
  const detail = l10n.t(
    'This worksheet was opened from outside Video Records, such as by a link. Each record is one request.',
  );
  if ((await askInDialog(question, detail, l10n.t('Read Records'))) === undefined) {
    throw new UserError(l10n.t('You chose not to read the {0} records of this worksheet.', count));
  }
  await keepOpened(memory, name);
}

function kept(memory: Memento): Map<string, string> {
  const stored = [memory.get<unknown>(key) ?? []].flat();
  return new Map(stored.filter(isPair));
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
}

function hashOf({ service, ids }: WorksheetName): string {
  return createHash('sha256')
    .update(JSON.stringify([service, ids]))
    .digest('base64url');
}
