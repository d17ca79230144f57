import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host of links: each answers with the status in its path, as in `/404/talk`. */
export async function startLinkServer() {
  const requests: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(Number(/^\/(\d{3})\//.exec(url)?.[1] ?? 200)).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    address: (path: string) => `http://${host}/${path}`,
    /** Requests since the last call, as "HEAD /404/talk". */
    taken: () => requests.splice(0),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
