import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fields = Record<string, unknown>;

export interface ReceivedRequest {
  readonly method: string;
  readonly id: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes over one request. `proceed` does to the records what the request asks, and says what would be answered. */
export type Interception = (request: ReceivedRequest, response: ServerResponse, proceed: () => Reply) => void;

/** A service whose records a test holds in its hands: another person's changes, and faults in any single request. */
export interface RecordService {
  readonly baseUrl: string;
  readonly requests: ReceivedRequest[];
  /** Requests since the last call, as "GET 5". */
  taken(): string[];
  record(id: number): Fields;
  /** Someone else's change. */
  change(id: number, fields: Fields): void;
  remove(id: number): void;
  /** Raw JSON of a record, where numbers must keep their spelling. */
  raw(id: number, text: string): void;
  /** The next request of this method meets this. */
  intercept(method: string, interception: Interception): void;
  /** Forgets the faults that no request has met. */
  calm(): void;
  /** What a write is turned into before it is stored. */
  rewrite: (fields: Fields) => Fields;
  /** Hears of each request that is granted, with what the record was before. */
  granted: (request: ReceivedRequest, before: Fields) => void;
  allow: string | undefined;
  etags: boolean;
  /** These records are also in a list, two on a page. A request for its second page has the number -2. */
  listed: readonly number[];
  /** Milliseconds until a request is looked at. */
  latency: number;
  /** Milliseconds until an answer is sent: what it says is as old as the request. */
  answerDelay: () => number;
  close(): Promise<void>;
}

export function aRecord(id: number, fields: Fields = {}): Fields {
  return {
    category: 'Harbour Days',
    language: 'English',
    slug: `talk-${id}`,
    speakers: ['Ada Example', 'Bo Sample'],
    tags: ['boats', 'maps'],
    id,
    state: 1,
    title: `Talk ${id}`,
    summary: 'A short summary.',
    description: 'First line.\nSecond line.\nThird line.\n',
    duration: 1800,
    video_mp4_length: null,
    video_mp4_url: '',
    source_url: 'https://videos.example.org/talk',
    whiteboard: '',
    recorded: '2024-05-17',
    added: '2024-06-01T10:00:00.000',
    updated: '2024-06-01T10:00:00.000',
    ...fields,
  };
}

export async function startRecordService(ids: readonly number[] = [5], port = 0): Promise<RecordService> {
  const records = new Map<number, Fields>(ids.map((id) => [id, aRecord(id)]));
  const raws = new Map<number, string>();
  const interceptions = new Map<string, Interception[]>();
  const requests: ReceivedRequest[] = [];
  let clock = 0;
  let seen = 0;

  const stamp = () => new Date(Date.UTC(2024, 6, 1) + ++clock * 1000).toISOString().slice(0, 23);
  const textOf = (id: number) => raws.get(id) ?? JSON.stringify(records.get(id));
  const etagOf = (id: number) =>
    `"${Buffer.from(textOf(id)).toString('base64url').slice(-40)}-${records.get(id)?.updated}"`;

  const answer = (request: ReceivedRequest): Reply => {
    const { method, id, body, headers } = request;
    const allow = service.allow === undefined ? {} : { allow: service.allow };
    if (id < 0 && service.listed.length > 0) return listPage(-id);
    const known = records.get(id);
    if (!known) return { status: 404, body: '{"detail":"Not found."}', headers: allow };
    if (service.allow !== undefined && !service.allow.includes(method)) {
      return { status: 405, body: `{"detail":"Method ${method} not allowed."}`, headers: allow };
    }
    if (headers['if-match'] !== undefined && service.etags && headers['if-match'] !== etagOf(id)) {
      return { status: 412, body: '{"detail":"Precondition failed."}', headers: allow };
    }
    service.granted(request, JSON.parse(textOf(id)));
    if (method === 'PATCH' || method === 'PUT') {
      raws.delete(id);
      const kept = method === 'PATCH' ? known : {};
      records.set(id, { ...kept, ...service.rewrite(JSON.parse(body)), id, updated: stamp() });
    }
    return { status: 200, body: textOf(id), headers: { ...allow, ...(service.etags ? { etag: etagOf(id) } : {}) } };
  };

  const listPage = (page: number): Reply => {
    const texts = service.listed.slice(2 * page - 2, 2 * page).map(textOf);
    const next = 2 * page < service.listed.length ? JSON.stringify(`/api/v2/video?page=${page + 1}`) : null;
    return { status: 200, body: `{"count":${service.listed.length},"next":${next},"results":[${texts}]}` };
  };

  const server = createServer(async (message: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const [, found, page = '1'] = /\/api\/v2\/video(?:\/(\d+)|\?page=(\d+)|$)/.exec(message.url ?? '') ?? [];
    const id = found === undefined ? -Number(page) : Number(found);
    const request = {
      method: message.method ?? '',
      id,
      body: Buffer.concat(chunks).toString(),
      headers: message.headers,
    };
    requests.push(request);
    if (service.latency > 0) await sleep(service.latency);
    const interception = interceptions.get(request.method)?.shift();
    if (interception) interception(request, response, () => answer(request));
    else {
      const answered = answer(request);
      const delay = service.answerDelay();
      if (delay > 0) await sleep(delay);
      reply(response, answered);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const service: RecordService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    taken: () => {
      const since = requests.slice(seen).map(({ method, id }) => `${method} ${id}`);
      seen = requests.length;
      return since;
    },
    record: (id) => ({ ...JSON.parse(textOf(id)) }),
    change: (id, fields) => {
      raws.delete(id);
      records.set(id, { ...records.get(id), ...fields, updated: stamp() });
    },
    remove: (id) => records.delete(id),
    raw: (id, text) => {
      records.set(id, JSON.parse(text));
      raws.set(id, text);
    },
    intercept: (method, interception) => {
      interceptions.set(method, [...(interceptions.get(method) ?? []), interception]);
    },
    calm: () => interceptions.clear(),
    rewrite: (fields) => fields,
    granted: () => {},
    allow: 'GET, PUT, PATCH, HEAD, OPTIONS',
    etags: false,
    listed: [],
    latency: 0,
    answerDelay: () => 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Keeps the next answer about a record back, as it is when it is asked for, until it is released. */
export function hold(service: RecordService, method: string, id: number) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const next: Interception = (request, response, proceed) => {
    const answered = proceed();
    if (request.id !== id) {
      service.intercept(method, next);
      return reply(response, answered);
    }
    arrived.resolve();
    void released.promise.then(() => reply(response, answered));
  };
  service.intercept(method, next);
  return { arrived: arrived.promise, release: released.resolve };
}

export function reply(response: ServerResponse, { status, body = '', headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', vary: 'Accept', ...headers });
  response.end(body);
}
