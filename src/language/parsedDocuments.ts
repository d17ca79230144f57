import { type Node, parseTree } from 'jsonc-parser';
import type * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { Records } from '../document/records.ts';
import { recordOf } from '../document/recordUri.ts';
import { type JsonMember, type JsonNode, parseJson, RecordTextError } from '../record/json.ts';
import { type RecordText, recordIn } from '../record/text.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';

/** A document's text, parsed once for all language features. */
export interface ParsedText {
  readonly text: string;
  /** While the text is not valid JSON, as much of it as can be read. */
  readonly root: JsonNode | undefined;
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
export function parsedDocuments({ edits, base }: Pick<Records, 'edits' | 'base'>, listedAt: Worksheets['recordAt']) {
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
        // While the text isn't a record, the whole record can still be restored.
        edits: async () => (await edits(document)) ?? { base: await base(document.uri), changes: [] },
      };
    },
  };
}

export function parseText(text: string): ParsedText {
  let root: JsonNode | undefined;
  try {
    root = parseJson(text);
    return { text, root, record: recordIn(text, root), error: undefined };
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    const parts = root ?? (error.kind === 'tooMany' ? undefined : readableParts(text));
    return { text, root: parts, record: undefined, error };
  }
}

/** The fields of a record, also while its text is not valid. */
export function fieldsIn(root: JsonNode | undefined): readonly JsonMember[] {
  return root?.kind === 'object' ? [...root.members.values()] : [];
}

/** The field of a record that an offset lies in, its name included. */
export function fieldAt(root: JsonNode | undefined, offset: number): JsonMember | undefined {
  return fieldsIn(root).find((field) => field.keyOffset <= offset && offset <= field.offset + field.length);
}

/** Beyond this size a tolerant parse would delay typing. */
const maxTolerated = 4_000_000;

function readableParts(text: string): JsonNode | undefined {
  if (text.length > maxTolerated) return undefined;
  try {
    const tree = parseTree(text);
    return tree && nodeOf(text, tree);
  } catch (error) {
    // jsonc-parser recurses as deep as the text does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nodeOf(text: string, { type, offset, length, children = [] }: Node): JsonNode {
  const end = offset + length;
  switch (type) {
    case 'object': {
      const members = children.flatMap((property) => memberOf(text, property));
      return { kind: 'object', offset, end, members: new Map(members.map((member) => [member.key, member])) };
    }
    case 'array':
      return { kind: 'array', offset, end, items: children.map((item) => nodeOf(text, item)) };
    case 'string':
    case 'number':
      return { kind: type, offset, end };
    default:
      return { kind: 'literal', offset, end };
  }
}

function memberOf(text: string, { children: [name, value] = [] }: Node): JsonMember[] {
  if (!name || !value) return [];
  const { offset, length } = value;
  return [
    {
      key: String(name.value),
      keyOffset: name.offset,
      keyLength: name.length,
      offset,
      length,
      raw: text.slice(offset, offset + length),
      value: nodeOf(text, value),
    },
  ];
}
