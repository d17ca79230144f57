import type * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';

export type OpenRecord = (
  name: RecordName,
  show?: vscode.TextDocumentShowOptions,
  signal?: AbortSignal,
) => Promise<vscode.Uri>;
