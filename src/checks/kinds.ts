import { type RuleId, ruleIds, rules } from './rules.ts';

/** What is listed together: what a rule finds, of links by verdict, and what people noted themselves. */
export type Kind = Exclude<RuleId, 'links'> | (typeof linkKinds)[number] | typeof noted;
export const noted = 'whiteboard';
/** The entry of To Do for all of them. */
export const allKinds = 'all';
const linkKinds = ['links.gone', 'links.unknown'] as const;
export const kinds: readonly Kind[] = [...ruleIds.filter((rule) => rule !== 'links'), ...linkKinds, noted];

export function kindOf({ rule, kind = '' }: { readonly rule: RuleId; readonly kind?: string }): Kind {
  if (rule !== 'links') return rule;
  return kind.startsWith('gone') ? 'links.gone' : 'links.unknown';
}

/** The columns of a worksheet of one kind. */
export function columnsOf(kind: Kind): readonly string[] {
  return kind === noted ? [noted] : ruleOf(kind).fields;
}

/** Whether "fix everything" holds its fixes. */
export function isSafe(kind: Kind): boolean {
  return kind !== noted && ruleOf(kind).isSafe === true;
}

function ruleOf(kind: Exclude<Kind, typeof noted>) {
  return kind === 'links.gone' || kind === 'links.unknown' ? rules.links : rules[kind];
}
