import * as vscode from 'vscode';
import type { OpenChoice } from './choices.ts';

/** A row of the pick. One without anything to do only explains, and keeps the pick open. */
export type Item = vscode.QuickPickItem & {
  readonly opens?: OpenChoice;
  /** What it does instead, once the pick is closed. */
  readonly run?: () => unknown;
  /** What it types instead. */
  readonly types?: string;
};

/** A row that VS Code shows whatever was typed. */
export function row(icon: string, texts: Pick<Item, 'label' | 'detail'>, opens?: Item['opens']): Item {
  return { ...texts, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true, ...(opens && { opens }) };
}
