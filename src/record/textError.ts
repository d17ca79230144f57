/** Why a text is not a record. `workbench/problemMessages.ts` words it. */
export class RecordTextError extends Error {
  readonly kind: RecordTextErrorKind;
  readonly details: RecordTextErrorDetails;
  /** Into the text; for `encoding` into the bytes. */
  readonly offset: number;
  /** `line` and `column` count from 1, columns in UTF-16 units as VS Code does. */
  readonly line: number;
  readonly column: number;

  /** `before` is the text up to the error. */
  constructor(kind: RecordTextErrorKind, offset: number, before: string, details: RecordTextErrorDetails = {}) {
    const line = linesOf(before);
    const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    super(`${kind} at ${line}:${column}`);
    this.name = 'RecordTextError';
    this.kind = kind;
    this.details = details;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}

export type RecordTextErrorKind =
  | 'encoding'
  | 'syntax'
  | 'duplicateKey'
  | 'notAnObject'
  | 'tooDeep'
  | 'tooLarge'
  | 'tooMany';

/** What the parser expected instead. */
export type Expected =
  | 'end'
  | 'value'
  | 'commaOrBrace'
  | 'commaOrBracket'
  | 'fieldName'
  | 'colon'
  | 'closingQuote'
  | 'escapedControl'
  | 'escape'
  | 'list';

export type Counted = 'members' | 'values';

export interface RecordTextErrorDetails {
  /** Of `syntax`. */
  readonly expected?: Expected;
  /** Of `duplicateKey`. */
  readonly field?: string;
  /** Of `tooLarge`, in characters. */
  readonly limit?: number;
  /** Of `tooMany`. */
  readonly counted?: Counted;
}

/** A match for each line break would need much memory for a text of nothing else. */
function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines += 1;
  }
  return lines;
}
