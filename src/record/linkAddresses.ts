import { embedAddresses } from './embedAddresses.ts';
import { fieldNames } from './fields.ts';
import { webAddress } from './valueShapes.ts';

const addressFields = fieldNames.filter((field) => field.endsWith('_url'));
export const linkFields: readonly string[] = [...addressFields, 'embed'];

/** An address in a record. */
export interface Link {
  readonly field: string;
  /** As it is written there. */
  readonly address: string;
  /** What is requested to see whether it works: the same for all spellings of an address. */
  readonly request: string;
}

/** The web addresses in a record, each once in its field. */
export function linksIn(text: (field: string) => string): readonly Link[] {
  const links = [
    ...addressFields.flatMap((field) => linkOf(field, text(field))),
    ...embedAddresses(text('embed')).flatMap((address) => linkOf('embed', address)),
  ];
  return [...new Map(links.map((link) => [`${link.field} ${link.request}`, link])).values()];
}

function linkOf(field: string, address: string): Link[] {
  // Markup may leave the protocol to the page that it is in.
  const href = webAddress(address.startsWith('//') ? `https:${address}` : address);
  return href === undefined ? [] : [{ field, address, request: requestAddress(new URL(href)) }];
}

/** YouTube's pages answer for deleted videos too, but its oEmbed endpoint knows. */
const oEmbed = 'https://www.youtube.com/oembed?format=json&url=';

export function isVideoRequest({ href }: URL): boolean {
  return href.startsWith(oEmbed);
}

/** What is requested to see whether an address works. */
export function requestAddress({ href }: URL): string {
  const url = new URL(href);
  const video = youTubeVideo(url);
  if (video !== undefined) return oEmbed + encodeURIComponent(`https://www.youtube.com/watch?v=${video}`);
  url.hash = url.username = url.password = '';
  return url.href;
}

const youTubeHost = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;

function youTubeVideo({ hostname, pathname, searchParams }: URL): string | undefined {
  const [first = '', second] = pathname.slice(1).split('/');
  const isPage = youTubeHost.test(hostname);
  const inPath = isPage && ['v', 'e', 'embed', 'shorts', 'live'].includes(first) ? second : undefined;
  const named = hostname === 'youtu.be' ? first : isPage && first === 'watch' ? searchParams.get('v') : inPath;
  const [id] = /^[\w-]+/.exec(named ?? '') ?? [];
  return id === 'videoseries' || id === 'live_stream' ? undefined : id;
}
