import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { parseServiceAddress } from '../../src/service/address.ts';
import { type ClientOptions, createClient, type RecordClient } from '../../src/service/client.ts';
import { isRecordError, type RecordError, type RecordErrorKind } from '../../src/service/recordError.ts';
import type { RequestReport } from '../../src/service/send.ts';
import { createTransport, type Transport, type TransportSettings } from '../../src/service/transport.ts';
import type { Behaviour } from './behaviours.ts';
import { type MisbehavingServer, startMisbehavingServer } from './misbehavingServer.ts';

export interface ClientSetup {
  readonly server: MisbehavingServer;
  readonly client: RecordClient;
  readonly transport: Transport;
  readonly reports: readonly RequestReport[];
}

export interface ClientSetupOptions extends Partial<ClientOptions> {
  readonly settings?: Partial<TransportSettings>;
  readonly server?: MisbehavingServer;
}

/** A scripted server and a client of it, both gone with the test. */
export async function setUpClient(
  t: TestContext,
  behaviours: readonly Behaviour[],
  { settings, server: given, ...overrides }: ClientSetupOptions = {},
): Promise<ClientSetup> {
  const server = given ?? (await startMisbehavingServer());
  t.after(() => server.close());
  server.script(...behaviours);
  const transport = createTransport({ connectTimeout: 1000, ...settings });
  t.after(() => transport.close());
  const reports: RequestReport[] = [];
  const client = createClient({
    address: parseServiceAddress(server.origin),
    transport,
    timeout: 5000,
    maxBytes: 1024 * 1024,
    report: (report) => reports.push(report),
    ...overrides,
  });
  return { server, client, transport, reports };
}

/** The promise must reject with a `RecordError` of this kind, which is returned to be looked at. */
export async function failure(promise: Promise<unknown>, kind: RecordErrorKind): Promise<RecordError> {
  const error = await promise.then(
    (value) => assert.fail(`Expected ${kind}, but it resolved to ${JSON.stringify(value)}.`),
    (reason: unknown) => reason,
  );
  assert.ok(isRecordError(error), `Expected a RecordError, got ${error}`);
  assert.equal(error.kind, kind, error.message);
  return error;
}
