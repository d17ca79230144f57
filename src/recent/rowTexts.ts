import { isolated } from '../workbench/plainText.ts';
import type { Recent } from './recent.ts';

/** The status of a record that is not part of what is remembered of it. */
export interface RowStatus {
  readonly edited: boolean;
  readonly conflict: boolean;
  readonly readOnly: boolean;
  readonly pinned: boolean;
  /** Whether records of several services are side by side. */
  readonly showService: boolean;
}

/** The only state in the interface's examples; any other is shown as it is. */
const usualState = '1';

export function statusWords(recent: Recent, status: RowStatus): string[] {
  const words = [
    [status.conflict, 'conflict'],
    [recent.gone === true, 'not found'],
    [status.edited, 'edited'],
    [status.readOnly, 'read-only'],
    [recent.hasNotes === true, 'has notes'],
    [recent.state !== undefined && recent.state !== usualState, `state ${recent.state}`],
  ] as const;
  return words.filter(([applies]) => applies).map(([, word]) => word);
}

const longestFact = 80;

export function rowLabel({ title }: Recent): string {
  return isolated(title);
}

export function rowDescription(recent: Recent, status: RowStatus): string {
  const { id, service, category } = recent;
  const parts = [`#${id}`, status.showService ? service : '', category ?? '', ...statusWords(recent, status)];
  return parts
    .filter(Boolean)
    .map((part) => isolated(part, longestFact))
    .join(' · ');
}

/** Begins with the visible text, so that speech input can name the row. */
export function spokenLabel(recent: Recent, status: RowStatus): string {
  const unseen = [status.showService ? [] : `on ${recent.service}`, status.pinned ? 'pinned' : []].flat();
  return [`${rowLabel(recent)} ${rowDescription(recent, status)}`, ...unseen].join(', ');
}

export function rowIcon(recent: Recent, status: RowStatus): { readonly icon: string; readonly color?: string } {
  if (status.conflict) return { icon: 'warning', color: 'list.warningForeground' };
  if (recent.gone) return { icon: 'circle-slash', color: 'disabledForeground' };
  if (status.edited) return { icon: 'edit' };
  if (status.readOnly) return { icon: 'lock' };
  return { icon: recent.hasNotes ? 'note' : 'play-circle' };
}

export interface TooltipOptions {
  readonly language: string;
  readonly pictures: boolean;
}

/** Markdown with the main facts of a record. Text of the service appears as text, never as Markdown. */
export function rowTooltip(recent: Recent, status: RowStatus, { language, pictures }: TooltipOptions): string {
  const opened = recent.openedAt > 0 ? new Date(recent.openedAt).toLocaleString(language) : undefined;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Record', `${recent.id} on ${recent.service}`],
    ['Category', recent.category],
    ['Speakers', recent.speakers?.join(', ')],
    ['Language', recent.language],
    ['Recorded', recent.recorded],
    ['Tags', recent.tags?.join(', ')],
    ['Status', statusWords(recent, status).join(', ')],
    ['Opened', opened],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${markdownText(value)}`] : []));
  const picture = pictures ? pictureAddress(recent.thumbnail_url) : undefined;
  const image = picture ? [`![Thumbnail](${picture}|width=240)`] : [];
  return [`**${markdownText(recent.title)}**`, ...lines, ...image].join('\n\n');
}

/** Unlike `MarkdownString.appendText`, makes no links of addresses and lets long text wrap at its spaces. */
function markdownText(value: string): string {
  return isolated(value, 500).replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function pictureAddress(address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : null;
  // These characters would end the address within the Markdown.
  return url?.protocol === 'https:'
    ? url.href.replace(/[()<>|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : undefined;
}
