// The formats that the interface describes in prose.

export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** `YYYY-MM-DD`, and a day that exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  // Date turns February 30 into March 1, so the text must survive the round trip.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `YYYY-MM-DDThh:mm:ss.mmm` without a zone; services omit the fraction when it is zero. */
export function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.split('T', 2);
  return isDate(date) && /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?$/.test(time) && text === `${date}T${time}`;
}

const months = 'january february march april may june july august september october november december'.split(' ');

/** 1 to 12 for the English name of a month, or its first three letters. */
export function monthNumber(name: string): number | undefined {
  const typed = name.toLowerCase().replace(/^sept$/, 'sep');
  const at = months.findIndex((month) => typed === month || typed === month.slice(0, 3));
  return at < 0 ? undefined : at + 1;
}

export function isAbsoluteAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);
}

/** For values from outside, of which nothing is known yet. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  return orUndefined(() => JSON.parse(text));
}

/** Undefined if it throws. */
export function orUndefined<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** Longer addresses are refused before they are parsed. */
export const maxAddressLength = 2000;

/** The address as a browser would open it, if it is an http(s) one; never another scheme. */
export function webAddress(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).href : undefined;
}

/** In linear time, unlike a regular expression. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
