/** The names by which a machine calls itself, as an entry of a no-proxy list. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Whether the host is this machine, by what its name says alone. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return loopbackHosts.includes(host) || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host);
}

/** Whether what is sent to the origin can be read on the way. */
export function isPlainRemote(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}
