import { type SampleServerOptions, startSampleServer } from '../../src/sample/server.ts';

type Fields = Record<string, unknown>;

/** A sample service of the test's own, and another person who reads and changes records behind the user's back. */
export interface SampleService {
  baseUrl: string;
  get(id: number): Promise<Fields>;
  patch(id: number, fields: Fields): Promise<Fields>;
  close(): Promise<void>;
}

export async function startSample(options: Partial<SampleServerOptions> = {}): Promise<SampleService> {
  const server = await startSampleServer({ port: 0, ...options });
  const authorization = options.token === undefined ? {} : { authorization: `Token ${options.token}` };

  async function request(id: number, init: RequestInit): Promise<Fields> {
    const response = await fetch(`${server.baseUrl}/api/v2/video/${id}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`The sample service answered ${response.status} for record ${id}: ${text}`);
    return JSON.parse(text) as Fields;
  }

  return {
    baseUrl: server.baseUrl,
    get: (id) => request(id, {}),
    patch: (id, fields) =>
      request(id, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify(fields),
      }),
    close: () => server.close(),
  };
}
