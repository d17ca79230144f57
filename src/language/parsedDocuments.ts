import { type Node, parseTree } from 'jsonc-parser';
import type * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { Records } from '../document/records.ts';
import { recordOf } from '../document/recordUri.ts';
import { type Field, parseRecord, type RecordText } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';

/** A document's text, parsed once for all language features. */
export interface ParsedText {
  readonly text: string;
  /** In the order of the text. While it is not valid JSON, those that can be read. */
  readonly fields: readonly Field[];
  /** Undefined while the text isn't a record. */
  readonly record: RecordText | undefined;
  /** Why the text isn't a record. */
  readonly error: RecordTextError | undefined;
}

/** The record that help at a place is about: the document itself, or one of those that it lists, as a worksheet does. */
export interface RecordAtPlace {
  readonly service: string;
  readonly parsed: ParsedText;
  /** Where its text starts in the document. */
  readonly offset: number;
  /** The fields that it may have. Undefined: any. */
  readonly fields: readonly string[] | undefined;
  readonly isListed: boolean;
  /** Its base is undefined if it is not known. */
  edits(): Promise<Pick<Edits, 'base' | 'changes'>>;
}

export type ParsedDocuments = ReturnType<typeof parsedDocuments>;

/** `listedAt` tells the record of a list that a place is in. Only its text is parsed: a list may be megabytes long. */
export function parsedDocuments({ edits }: Pick<Records, 'edits'>, listedAt: Worksheets['recordAt']) {
  const cache = new WeakMap<vscode.TextDocument, { version: number; parsed: ParsedText }>();

  const parsed = (document: vscode.TextDocument) => {
    const { version } = document;
    const cached = cache.get(document);
    if (cached?.version === version) return cached.parsed;
    const fresh = { version, parsed: parseText(document.getText()) };
    cache.set(document, fresh);
    return fresh.parsed;
  };

  const listed = async (document: vscode.TextDocument, position: vscode.Position) => {
    const found = await listedAt(document, position);
    return found && { ...found, parsed: parseText(found.text), isListed: true, edits: async () => found };
  };
  return {
    parsed,
    edits,
    async recordAt(document: vscode.TextDocument, position: vscode.Position): Promise<RecordAtPlace | undefined> {
      const name = recordOf(document.uri);
      if (!name) return listed(document, position);
      return {
        service: name.service,
        parsed: parsed(document),
        offset: 0,
        fields: undefined,
        isListed: false,
        edits: async () => (await edits(document)) ?? { base: undefined, changes: [] },
      };
    },
  };
}

export function parseText(text: string): ParsedText {
  try {
    const record = parseRecord(text);
    return { text, fields: [...record.fields.values()], record, error: undefined };
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    return { text, fields: error.kind === 'tooMany' ? [] : readableFields(text), record: undefined, error };
  }
}

/** The field that an offset lies in, its name included. */
export function fieldAt({ fields }: Pick<ParsedText, 'fields'>, at: number): Field | undefined {
  return fields.find(({ keyOffset, offset, length }) => keyOffset <= at && at <= offset + length);
}

/** Beyond this size a tolerant parse would delay typing. */
const maxTolerated = 4_000_000;

function readableFields(text: string): Field[] {
  if (text.length > maxTolerated) return [];
  try {
    const tree = parseTree(text);
    return tree?.type === 'object' ? (tree.children ?? []).flatMap((property) => fieldOf(text, property)) : [];
  } catch (error) {
    // jsonc-parser recurses as deep as the text does.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function fieldOf(text: string, { children: [name, value] = [] }: Node): Field[] {
  if (!name || !value) return [];
  const { offset, length } = value;
  const raw = text.slice(offset, offset + length);
  return [{ key: String(name.value), keyOffset: name.offset, keyLength: name.length, offset, length, raw }];
}
