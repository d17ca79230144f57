import { toAscii } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import type { WriteEntry } from './entry.ts';
import { tooLargeMessage } from './historyMessages.ts';

const headers = ['Accept: application/json', 'Content-Type: application/json'];

/** The request as a command for a POSIX shell, without credentials. */
export function asCurl(write: WriteEntry): string {
  const options = headers.map((header) => `  --header ${quoted(header)}`);
  // Without globoff, curl would read brackets in an address as a pattern.
  return [
    `curl --globoff --request ${write.method} ${quoted(write.address)}`,
    ...options,
    `  --data-raw ${quoted(bodyOf(write))}`,
  ].join(' \\\n');
}

/** The request as HTTP, as REST clients read it, without credentials. */
export function asHttp(write: WriteEntry): string {
  return [`${write.method} ${write.address} HTTP/1.1`, ...headers, '', bodyOf(write), ''].join('\n');
}

/** A PATCH sent the changed fields, as they are. */
function bodyOf({ body, fields, tooLarge }: WriteEntry): string {
  if (tooLarge) throw new UserError(tooLargeMessage());
  if (body !== undefined) return body;
  const members = fields.flatMap(({ field, after }) =>
    after === undefined ? [] : [`${JSON.stringify(field)}:${after}`],
  );
  return toAscii(`{${members.join(',')}}`);
}

/** A shell reads nothing but the closing quote within single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
