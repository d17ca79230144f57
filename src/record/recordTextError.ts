export type RecordTextErrorKind = 'encoding' | 'syntax' | 'duplicateKey' | 'notAnObject' | 'tooDeep' | 'tooLarge';

/** `line` and `column` count from 1, columns in UTF-16 units as VS Code does. */
export class RecordTextError extends Error {
  readonly kind: RecordTextErrorKind;
  /** Into the text; for `encoding` into the bytes. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  /** `before` is the text up to the error, `tell` makes the sentence around "line 1, column 2". */
  constructor(kind: RecordTextErrorKind, offset: number, before: string, tell: (place: string) => string) {
    const line = (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
    const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    super(tell(`line ${line}, column ${column}`));
    this.name = 'RecordTextError';
    this.kind = kind;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}
