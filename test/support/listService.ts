import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aRecord, type Fields, type Reply, reply } from './recordService.ts';

/** What a service answers to a request for its list. `next` is the address of the page after this one. */
export type ListShape = (page: ListedPage, service: ListService) => Reply;

export interface ListedPage {
  readonly number: number;
  /** The texts of its records. */
  readonly items: readonly string[];
  readonly next: string | undefined;
  readonly count: number;
}

/** A service that has a list of its records beside them, as the interface does not show it. */
export interface ListService {
  readonly baseUrl: string;
  /** As JSON text, in the order of the list. */
  readonly records: Map<number, string>;
  readonly pageSize: number;
  shape: ListShape;
  /** How the list shows a record. */
  item: (text: string) => string;
  /** Requests since the last call: "list 1", "GET 5". */
  taken(): string[];
  readonly credentials: Set<string>;
  /** Milliseconds that each answer takes. */
  latency: number;
  close(): void;
}

/** `{"count", "next", "previous", "results"}`. */
export const results: ListShape = ({ items, next, count }) =>
  json(`{"count":${count},"next":${JSON.stringify(next ?? null)},"previous":null,"results":[${items}]}`);

export function json(body: string, headers = {}): Reply {
  return { status: 200, body, headers: { 'content-type': 'application/json', ...headers } };
}

export async function startListService(ids: readonly number[], pageSize = 20, port = 0): Promise<ListService> {
  const requests: string[] = [];
  const answer = ({ url = '', headers }: IncomingMessage): Reply => {
    service.credentials.add(headers.authorization ?? '');
    const { pathname, searchParams } = new URL(url, service.baseUrl);
    const id = Number(/\/api\/v2\/video\/(\d+)$/.exec(pathname)?.[1] ?? 0);
    requests.push(id > 0 ? `GET ${id}` : `list ${searchParams.get('page') ?? 1}`);
    const record = service.records.get(id);
    if (id > 0) return record === undefined ? { status: 404, body: '{"detail":"Not found."}' } : json(record);
    const number = Number(searchParams.get('page') ?? 1);
    const texts = [...service.records.values()].slice((number - 1) * pageSize, number * pageSize);
    const isLast = number * pageSize >= service.records.size;
    const next = isLast ? undefined : `${service.baseUrl}/api/v2/video?page=${number + 1}`;
    return service.shape({ number, items: texts.map(service.item), next, count: service.records.size }, service);
  };
  const server = createServer(async (request, response) => {
    if (service.latency > 0) await sleep(service.latency);
    reply(response, answer(request));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const service: ListService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records: new Map(ids.map((id) => [id, listedText(id)])),
    pageSize,
    shape: results,
    item: (text) => text,
    taken: () => requests.splice(0),
    credentials: new Set(),
    latency: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

export function listedText(id: number, fields: Fields = {}): string {
  return JSON.stringify(aRecord(id, fields));
}
