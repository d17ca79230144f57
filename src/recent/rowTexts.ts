import type { Access, Service } from '../service/services.ts';
import { isolated, markdownText } from '../workbench/plainText.ts';
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
const longestFact = 80;

/** "364 Status of the Harbour", or the number alone if the title is not known. */
export function rowLabel({ id, title }: Recent): string {
  return title === '' ? `${id}` : `${id} ${isolated(title)}`;
}

export function rowDescription(recent: Recent, status: RowStatus): string {
  const parts = [status.showService ? recent.service : '', recent.category ?? '', ...statusWords(recent, status)];
  return parts
    .filter(Boolean)
    .map((part) => isolated(part, longestFact))
    .join(' · ');
}

/** Begins with the visible text, so that speech input can name the row. */
export function spokenLabel(recent: Recent, status: RowStatus): string {
  const seen = [rowLabel(recent), rowDescription(recent, status)].filter(Boolean).join(' ');
  const unseen = [status.showService ? [] : `on ${recent.service}`, status.pinned ? 'pinned' : []].flat();
  return [seen, ...unseen].join(', ');
}

function statusWords(recent: Recent, status: RowStatus): string[] {
  const words = [
    [status.conflict, 'conflict'],
    [recent.gone === true, 'not found'],
    [status.edited, 'unsaved changes'],
    [status.readOnly, 'read-only'],
    [recent.state !== undefined && recent.state !== usualState, `state ${recent.state}`],
  ] as const;
  return words.filter(([applies]) => applies).map(([, word]) => word);
}

export function rowIcon(recent: Recent, status: RowStatus): { readonly icon: string; readonly color?: string } {
  if (status.conflict) return { icon: 'warning', color: 'list.warningForeground' };
  if (recent.gone) return { icon: 'circle-slash', color: 'disabledForeground' };
  if (status.edited) return { icon: 'edit' };
  return { icon: status.readOnly ? 'lock' : 'play-circle' };
}

const access: Readonly<Record<Access, Pick<ServiceTexts, 'icon' | 'description'> & { readonly sentence: string }>> = {
  readWrite: { icon: 'database', description: '', sentence: 'Saves without asking.' },
  confirm: { icon: 'shield', description: 'asks before saving', sentence: 'Asks before each save.' },
  readOnly: { icon: 'lock', description: 'read-only', sentence: 'Its records are read-only.' },
};

export interface ServiceTexts {
  readonly icon: string;
  readonly description: string;
  readonly tooltip: string;
}

/** The row of a service, or of one that is no longer configured. */
export function serviceTexts(service: Service | undefined): ServiceTexts {
  if (!service)
    return { icon: 'debug-disconnect', description: 'not configured', tooltip: 'This service is not configured.' };
  const { icon, description, sentence } = access[service.access];
  return { icon, description, tooltip: `${service.address.href}\n${sentence}` };
}

export interface TooltipOptions {
  readonly language: string;
  readonly pictures: boolean;
}

/** Markdown with the main facts of a record. Text of the service appears as text, never as Markdown. */
export function rowTooltip(recent: Recent, status: RowStatus, { language, pictures }: TooltipOptions): string {
  const opened = recent.openedAt > 0 ? new Date(recent.openedAt).toLocaleString(language) : undefined;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Service', recent.service],
    ['Category', recent.category],
    ['Speakers', recent.speakers?.join(', ')],
    ['Language', recent.language],
    ['Recorded', recent.recorded],
    ['Tags', recent.tags?.join(', ')],
    ['Status', statusWords(recent, status).join(', ')],
    ['Notes', recent.hasNotes ? 'yes' : undefined],
    ['Opened', opened],
  ];
  const shown = (value: string) => markdownText(isolated(value, 500), 500);
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${shown(value)}`] : []));
  const picture = pictures ? pictureAddress(recent.thumbnail_url) : undefined;
  const image = picture ? [`![Thumbnail](${picture}|width=240)`] : [];
  return [`**${shown(rowLabel(recent))}**`, ...lines, ...image].join('\n\n');
}

function pictureAddress(address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : null;
  // These characters would end the address within the Markdown.
  return url?.protocol === 'https:'
    ? url.href.replace(/[()<>|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : undefined;
}
