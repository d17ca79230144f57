import { createClient } from '../service/client.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { RequestReport } from '../service/send.ts';
import type { Service } from '../service/services.ts';
import { createTransport, type Route, type TransportSettings } from '../service/transport.ts';
import type { ServiceClientOptions } from './clients.ts';

export interface ProbeRequest {
  readonly service: Service;
  readonly id: number;
  readonly network: TransportSettings;
  readonly client: ServiceClientOptions;
  readonly signal: AbortSignal;
}

export type ConnectionFacts = Awaited<ReturnType<typeof probeConnection>>;

/** Sends what opening a record sends, and OPTIONS. Writes nothing. */
export async function probeConnection({ service, id, network, client: given, signal }: ProbeRequest) {
  const route: Route = (await network.routeTo?.(service.address.origin)) ?? { via: 'direct' };
  const reports: RequestReport[] = [];
  const report = (sent: RequestReport) => {
    reports.push(sent);
    given.report?.(sent);
  };
  const transport = createTransport(network);
  const client = createClient({ ...given, transport, report });
  try {
    const read = await client.read(id, { signal }).catch(onlyRecordError);
    const isAnswered = reports.some(({ status }) => status !== undefined);
    const milliseconds = reports.at(-1)?.milliseconds ?? 0;
    const options = isAnswered ? await client.options(id, { signal }).catch(onlyRecordError) : undefined;
    return { route, read, options, isAnswered, milliseconds };
  } finally {
    await transport.close();
  }
}

function onlyRecordError(error: unknown): RecordError {
  if (isRecordError(error) && error.kind !== 'cancelled') return error;
  throw error;
}
