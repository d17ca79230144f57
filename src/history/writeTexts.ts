import * as vscode from 'vscode';
import { recordFrom, toAscii } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import { showDiff } from '../workbench/diffs.ts';
import { storedValue, type WriteEntry, type WriteSummary } from './entry.ts';
import { historyWords } from './messages.ts';

/** The sides of a diff. VS Code lets nobody edit documents of a content provider. */
export const writeScheme = 'videorecordwrite';

type Side = 'before' | 'after';

/** Shows exactly the fields that a write changed: what the service had before it, and what it had after. */
export async function showWriteDiff(write: WriteSummary): Promise<void> {
  const side = (name: Side) =>
    vscode.Uri.from({
      scheme: writeScheme,
      authority: write.service,
      path: `/${write.id}.video.json`,
      query: `${name}=${write.entry}`,
    });
  await showDiff(side('before'), side('after'), historyWords.diffTitle(write));
}

/** The text of a side. A window that was reloaded asks for it again. */
export async function sideText(
  { query }: vscode.Uri,
  find: (entry: string) => Promise<WriteEntry | undefined>,
): Promise<string> {
  const [side, entry = ''] = query.split('=');
  const write = await find(entry);
  if (!write) return `${historyWords.noSuchWrite()}\n`;
  if (write.tooLarge) return `${historyWords.tooLarge()}\n`;
  const shown = write.fields.flatMap((field) => {
    const raw = side === 'before' ? field.before : storedValue(field);
    return raw === undefined ? [] : [{ key: field.field, raw }];
  });
  return recordFrom(shown).text;
}

/** The request as a command for a POSIX shell, without credentials. */
export function asCurl(write: WriteEntry): string {
  // Without globoff, curl would read brackets in an address as a pattern.
  return [
    `curl --globoff --request ${write.method} ${quoted(write.address)}`,
    `  --header 'Accept: application/json'`,
    `  --header 'Content-Type: application/json'`,
    `  --data-raw ${quoted(bodyOf(write))}`,
  ].join(' \\\n');
}

/** A PATCH sent the changed fields, as they are. */
function bodyOf({ method, body, fields, tooLarge }: WriteEntry): string {
  if (tooLarge) throw new UserError(historyWords.tooLarge());
  if (body !== undefined) return body;
  if (method === 'PUT' || fields.some(({ redacted }) => redacted)) {
    throw new UserError(
      vscode.l10n.t(
        'This save contained a credential, which the history does not keep. There is no whole request to copy.',
      ),
    );
  }
  const members = fields.flatMap(({ field, after }) =>
    after === undefined ? [] : [`${JSON.stringify(field)}:${after}`],
  );
  return toAscii(`{${members.join(',')}}`);
}

/** A shell reads nothing but the closing quote within single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
