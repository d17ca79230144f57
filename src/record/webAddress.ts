/** Longer addresses are refused before anything looks at them. */
export const maxAddressLength = 2000;

/** The address as a browser would open it, if it is an http(s) one; never another scheme. */
export function webAddress(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const { protocol, href } = new URL(trimmed);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Linear, as a regular expression for this is not. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
