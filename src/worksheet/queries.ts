import type * as vscode from 'vscode';
import { worksheetHash } from './readConsent.ts';
import type { WorksheetName } from './uri.ts';

const key = 'worksheet.queries';
const maxKept = 100;

/** The query that a worksheet was last opened with. Its URI names the records that matched then. */
export function queryOf(memory: vscode.Memento, name: WorksheetName): string | undefined {
  return kept(memory).get(worksheetHash(name));
}

export async function keepQuery(memory: vscode.Memento, { query, ...name }: WorksheetName): Promise<void> {
  const queries = kept(memory);
  const wasKept = queries.delete(worksheetHash(name));
  if (query !== undefined) queries.set(worksheetHash(name), query);
  else if (!wasKept) return;
  await memory.update(key, [...queries].slice(-maxKept));
}

function kept(memory: vscode.Memento): Map<string, string> {
  const stored = [memory.get<unknown>(key) ?? []].flat();
  return new Map(stored.filter(isPair));
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
}
