import * as vscode from 'vscode';
import type { PlainText } from './plainText.ts';

/** VS Code shows the message of a file's error in a notification. Without one it would show the URI, whatever is in it. */
export function fileError(
  code: 'FileNotFound' | 'NoPermissions' | 'Unavailable',
  message?: PlainText,
): vscode.FileSystemError {
  return vscode.FileSystemError[code](message);
}
