import { formatString } from '../../record/format.ts';
import { mediaFields } from '../checkedRecord.ts';
import type { Found, Rule } from '../finding.ts';

/** Addresses with spaces, line ends or a password, and those that use http: one finding for each host. */
export const addresses: Rule = {
  fields: ['thumbnail_url', ...mediaFields],
  find: (record) => addresses.fields.flatMap((field) => found(field, record.text(field))),
};

function found(field: string, address: string): Found[] {
  const clean = address.length > 2000 ? '' : address.trim().replace(/\s/g, '%20');
  const url = /^https:[^@\s]+$/.test(address) ? null : URL.parse(clean);
  if (!url) return [];
  const found: Found[] =
    clean === address ? [] : [{ field, kind: 'spaces', values: [address], fix: formatString(clean) }];
  if (url.protocol === 'http:') {
    // Port 80 does not serve https.
    const secure = clean.replace(/^http(:\/\/[^/?#]*?)(?::80)?(?=[/?#]|$)/i, 'https$1');
    const choices = [{ name: 'https', value: formatString(secure) }];
    found.push({ field, kind: 'http', values: [url.host], choices, group: url.host });
  }
  if (url.username === '' && url.password === '') return found;
  url.username = url.password = '';
  return [{ field, kind: 'password', values: [address], fix: formatString(url.href) }, ...found];
}
