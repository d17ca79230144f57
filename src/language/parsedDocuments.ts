import type * as vscode from 'vscode';
import { type Change, changesBetween } from '../record/changes.ts';
import { type Field, parseIfRecord, type RecordText } from '../record/text.ts';

/** Documents parsed once for all that help with them. */
export interface ParsedDocuments {
  /** Undefined while the text isn't a record. */
  record(document: vscode.TextDocument): RecordText | undefined;
  base(document: vscode.TextDocument): Promise<RecordText | undefined>;
  /** Undefined while the text isn't a record or there is nothing to measure against. */
  changes(document: vscode.TextDocument): Promise<readonly Change[] | undefined>;
}

export function parsedDocuments(baseOf: (uri: vscode.Uri) => Promise<string | undefined>): ParsedDocuments {
  const parsed = new WeakMap<vscode.TextDocument, { version: number; record: RecordText | undefined }>();
  const bases = new WeakMap<vscode.TextDocument, RecordText>();

  const record = (document: vscode.TextDocument) => {
    const { version } = document;
    const known = parsed.get(document);
    if (known?.version === version) return known.record;
    const fresh = { version, record: parseIfRecord(document.getText()) };
    parsed.set(document, fresh);
    return fresh.record;
  };
  const base = async (document: vscode.TextDocument) => {
    const text = await baseOf(document.uri);
    const known = bases.get(document);
    if (text === undefined || known?.text === text) return text === undefined ? undefined : known;
    const fresh = parseIfRecord(text);
    if (fresh) bases.set(document, fresh);
    return fresh;
  };
  return {
    record,
    base,
    async changes(document) {
      const [edited, before] = [record(document), await base(document)];
      return edited && before && changesBetween(before, edited);
    },
  };
}

export function fieldAt({ fields }: RecordText, offset: number): Field | undefined {
  const contains = ({ keyOffset, offset: start, length }: Field) => keyOffset <= offset && offset <= start + length;
  return [...fields.values()].find(contains);
}
