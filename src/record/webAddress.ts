/** The address as a browser would open it, if it is an http(s) one; never another scheme. */
export function webAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const { protocol, href } = new URL(trimmed);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
