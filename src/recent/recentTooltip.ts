import * as vscode from 'vscode';
import type { Recent } from './recent.ts';
import { type Standing, standingWords } from './recentFacts.ts';

/** The main facts of a record. All text of the service is text here, never Markdown. */
export function recentTooltip(recent: Recent, standing: Standing, pictures: boolean): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  const fact = (name: string, value: string | undefined) => {
    if (value) markdown.appendMarkdown(`\n\n${name}: ${asText(value)}`);
  };
  markdown.appendMarkdown(`**${asText(recent.title)}**`);
  fact('Record', `${recent.id} on ${recent.service}`);
  fact('Category', recent.category);
  fact('Speakers', recent.speakers?.join(', '));
  fact('Language', recent.language);
  fact('Recorded', recent.recorded);
  fact('Tags', recent.tags?.join(', '));
  fact('Status', standingWords(recent, standing).join(', '));
  if (recent.openedAt > 0) fact('Opened', new Date(recent.openedAt).toLocaleString(vscode.env.language));
  const picture = pictures ? pictureAddress(recent.thumbnail_url) : undefined;
  if (picture) markdown.appendMarkdown(`\n\n![Thumbnail](${picture}|width=240)`);
  return markdown;
}

/** Unlike `appendText`, this makes no links of addresses, and lets long text wrap at its spaces. */
function asText(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function pictureAddress(address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : null;
  // These would end the address within the Markdown.
  return url?.protocol === 'https:'
    ? url.href.replace(/[()<>|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : undefined;
}
