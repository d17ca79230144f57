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
  const parts = [`#${id}`, standing.showService ? service : undefined, category, ...standingWords(recent, standing)];
  return parts.filter((part) => part !== undefined).join(' · ');
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

/** A title that is written from right to left must not turn around the number that stands beside it. */
export function isolated(title: string): string {
  return /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u.test(title)
    ? `\u2068${title}\u2069`
    : title;
}

/** In the machine's time zone: the time for today, else the date. */
export function openedText(openedAt: number, now: number, language: string): string {
  if (openedAt === 0) return '';
  const sameDay = new Date(openedAt).toDateString() === new Date(now).toDateString();
  const format = new Intl.DateTimeFormat(language, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium' });
  return format.format(openedAt);
}
