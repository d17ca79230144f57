import type { Recent } from './recent.ts';

/** What is to be known of a record at a glance, besides what is remembered of it. */
export interface Standing {
  readonly edited: boolean;
  readonly conflict: boolean;
  readonly readOnly: boolean;
  readonly pinned: boolean;
  /** Shown where records of several services stand side by side. */
  readonly showService: boolean;
}

/** The usual state is the only one that the interface shows; any other is told as it is. */
const usualState = '1';

export function standingWords(recent: Recent, standing: Standing): string[] {
  const words = [
    [standing.conflict, 'conflict'],
    [recent.gone === true, 'not found'],
    [standing.edited, 'edited'],
    [standing.readOnly, 'read-only'],
    [recent.hasNotes === true, 'has notes'],
    [recent.state !== undefined && recent.state !== usualState, `state ${recent.state}`],
  ] as const;
  return words.filter(([holds]) => holds).map(([, word]) => word);
}

export function descriptionOf(recent: Recent, standing: Standing): string {
  const { id, service, category } = recent;
  const parts = [`#${id}`, standing.showService ? service : '', category ?? '', ...standingWords(recent, standing)];
  return parts.filter(Boolean).map(isolated).join(' · ');
}

/** What is read out begins with what is seen, so that one can also say it. */
export function spokenLabel(recent: Recent, standing: Standing): string {
  const unseen = [standing.showService ? [] : `on ${recent.service}`, standing.pinned ? 'pinned' : []].flat();
  return [`${recent.title} ${descriptionOf(recent, standing)}`, ...unseen].join(', ');
}

export function iconOf(recent: Recent, standing: Standing): { readonly icon: string; readonly color?: string } {
  if (standing.conflict) return { icon: 'warning', color: 'list.warningForeground' };
  if (recent.gone) return { icon: 'circle-slash', color: 'disabledForeground' };
  if (standing.edited) return { icon: 'edit' };
  if (standing.readOnly) return { icon: 'lock' };
  return { icon: recent.hasNotes ? 'note' : 'play-circle' };
}

const turnsAround = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Text that is written from right to left, or that says so of itself, must not turn around what stands beside it. */
export function isolated(text: string): string {
  const plain = text.replace(turnsAround, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** In the machine's time zone: the time for today, else the date. */
export function openedText(openedAt: number, now: number, language: string): string {
  if (openedAt === 0) return '';
  const sameDay = new Date(openedAt).toDateString() === new Date(now).toDateString();
  const format = new Intl.DateTimeFormat(language, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium' });
  return format.format(openedAt);
}
