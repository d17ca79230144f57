import type * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';

/** What the preview needs of the record's documents. */
export interface PreviewedRecords {
  /** The URI of the record that a command's argument names; opens it if need be. */
  resolve(argument: unknown): Promise<vscode.Uri>;
  nameOf(uri: vscode.Uri): RecordName | undefined;
  base(uri: vscode.Uri): Promise<string | undefined>;
  readonly onDidChangeStanding: vscode.Event<vscode.Uri>;
}
