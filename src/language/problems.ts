import type { Change } from '../record/changes.ts';
import { validateChanges } from '../record/validation.ts';
import { plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage, textErrorMessage } from '../workbench/problemMessages.ts';
import type { ParsedText } from './parsedDocuments.ts';

export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
}

/** What the service reported for a field. It applies only to this value. */
export interface Rejection {
  readonly raw: string | undefined;
  readonly message: string;
}

/** VS Code shows no more problems of a file. */
const most = 1_000;

/** Everything wrong with a record: invalid JSON, problems of changed fields, and what the service reported for them. */
export function problemsIn(
  parsed: ParsedText,
  changes: readonly Change[],
  rejections: ReadonlyMap<string, Rejection>,
): TextProblem[] {
  const { record, error } = parsed;
  if (error) {
    const { offset, kind } = error;
    return [{ offset, length: 1, message: plainText(textErrorMessage(error)), severity: 'error', code: kind }];
  }
  const rejected = [...rejections].flatMap(([name, { raw, message }]): TextProblem[] => {
    const field = record?.fields.get(name);
    if (!field || field.raw !== raw) return [];
    return [{ offset: field.offset, length: field.length, message, severity: 'error', code: 'service' }];
  });
  const problems = record ? validateChanges(record, changes) : [];
  const worded = problems.map((problem) => ({ ...problem, message: fieldProblemMessage(problem) }));
  return [...rejected, ...worded].slice(0, most);
}

/** The service's messages for fields, with the values they are about. */
export function rejectionsOf(
  { record }: ParsedText,
  messages: Readonly<Record<string, readonly string[]>>,
): Map<string, Rejection> {
  const entries = Object.entries(messages).slice(0, most);
  return new Map(
    entries.map(([name, texts]) => [name, { raw: record?.fields.get(name)?.raw, message: plainText(texts.join(' ')) }]),
  );
}
