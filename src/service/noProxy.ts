const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** As VS Code reads `http.noProxy`: a name stands for itself and for all names below it. */
export function bypassesProxy(url: URL, noProxy: readonly string[]): boolean {
  const host = withoutBrackets(url.hostname);
  const port = url.port || DEFAULT_PORTS[url.protocol];
  return noProxy.some((entry) => matches(entry.trim().toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string | undefined): boolean {
  if (entry === '*') {
    return true;
  }
  const [name, entryPort] = splitPort(entry);
  const suffix = name.replace(/^\*?\./, '');
  if (suffix === '' || (entryPort !== undefined && entryPort !== port)) {
    return false;
  }
  return host === suffix || host.endsWith(`.${suffix}`);
}

function splitPort(entry: string): [name: string, port: string | undefined] {
  const match = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry);
  return match ? [withoutBrackets(match[1] ?? ''), match[2]] : [withoutBrackets(entry), undefined];
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
