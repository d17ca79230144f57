import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { shortened } from '../record/shortened.ts';

export interface CertificateFacts {
  readonly issuer: string;
  readonly validUntil: string;
  readonly protocol: string;
}

/** A connection that was made, to the service itself or to a proxy. */
export interface ConnectionFacts {
  readonly host: string;
  readonly remote: string;
  readonly certificate?: CertificateFacts;
}

const channel = 'undici:client:connected';

/** Notes the connections that are made while the task runs, by the very code that sends requests. */
export async function noteConnections<T>(task: (facts: readonly ConnectionFacts[]) => Promise<T>): Promise<T> {
  const facts: ConnectionFacts[] = [];
  const note = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { host: string }; socket: Socket };
    facts.push(factsOf(connectParams.host, socket));
  };
  subscribe(channel, note);
  try {
    return await task(facts);
  } finally {
    unsubscribe(channel, note);
  }
}

function factsOf(host: string, socket: Socket): ConnectionFacts {
  const remote = `${socket.remoteAddress ?? 'an unknown address'}, port ${socket.remotePort ?? 'unknown'}`;
  if (!(socket instanceof TLSSocket)) return { host, remote };
  const { issuer, valid_to } = socket.getPeerCertificate();
  // A session that is taken up again shows no certificate.
  if (valid_to === undefined) return { host, remote };
  const certificate = {
    issuer: shortened(one(issuer?.O) ?? one(issuer?.CN) ?? 'an unnamed issuer', 100),
    validUntil: new Date(valid_to).toISOString().slice(0, 10),
    protocol: socket.getProtocol() ?? 'TLS',
  };
  return { host, remote, certificate };
}

function one(name: string | string[] | undefined): string | undefined {
  return Array.isArray(name) ? name.join(' ') : name;
}
