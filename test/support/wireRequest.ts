export interface WireRequest {
  readonly method: string;
  /** The request target as sent: a path, or an absolute address to a proxy. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Counts the server's connections from 1. */
  readonly connection: number;
}

/** Cuts one whole request off the front of what has been received; undefined while some of it is missing. */
export function takeRequest(
  received: Buffer,
  connection: number,
): { readonly request: WireRequest; readonly rest: Buffer } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) {
    return undefined;
  }
  const [requestLine = '', ...headerLines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  const headers = Object.fromEntries(headerLines.map(splitHeader));
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0);
  if (received.length < bodyEnd) {
    return undefined;
  }
  const body = received.toString('utf8', bodyStart, bodyEnd);
  return { request: { method, target, headers, body, connection }, rest: received.subarray(bodyEnd) };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
