import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Behaviour } from '../support/behaviours.ts';
import type { Certificates, ServerCertificate } from '../support/certificates.ts';
import { type ForwardProxyOptions, startForwardProxy } from '../support/forwardProxy.ts';
import { historyFolder } from '../support/host/historyFolder.ts';
import { replaceResolver } from '../support/host/proxyResolver.ts';
import { type Reply, reply } from '../support/recordService.ts';
import type { Gate } from './gate.ts';
import type { ServiceName, Stage } from './stage.ts';

/** The request that a fault is meant for, of the action that it is put in the way of. */
export interface Aim {
  readonly method: string;
  readonly id: number;
}

/** A fault that is there now. */
export interface Trouble {
  /** Resolves once the client has let go of every connection that the fault made useless. */
  released(): Promise<unknown>;
  /** How many of the requests that met it the service has carried out. */
  carriedOut(): number;
  /** Takes the fault away. */
  over(): Promise<unknown>;
}

/** Puts a fault in the way of an action. */
export type Arrange = (stage: Stage, aim: Aim) => Promise<Trouble>;

/** What a request meets; `proceed` stores what it asks to store and says what would be answered. */
export type Meeting = (response: ServerResponse, proceed: () => Reply, stage: Stage, aim: Aim) => void;

const none = () => 0;

/** The requests that are aimed at meet this, or only so many of them. */
export function meets(meeting: Meeting, times = Number.POSITIVE_INFINITY): Arrange {
  return async (stage, aim) => {
    const { records } = stage;
    const met: ServerResponse[] = [];
    let carriedOut = 0;
    const strike = () => {
      records.intercept(aim.method, (request, response, proceed) => {
        strike();
        if (request.id !== aim.id || met.length >= times) return reply(response, proceed());
        met.push(response);
        const count = () => {
          carriedOut += 1;
          return proceed();
        };
        meeting(response, count, stage, aim);
      });
    };
    strike();
    return {
      released: () => Promise.all(met.map(letGo)),
      carriedOut: () => carriedOut,
      async over() {
        records.calm();
        await stage.gates.desk.up();
      },
    };
  };
}

/** A connection with a whole answer on it is kept for the next request; any other is of no use. */
async function letGo({ writableEnded, socket }: ServerResponse): Promise<void> {
  if (writableEnded || !socket || socket.closed) return;
  // Not `once` of node:events: that the other side broke off is an error to the socket, and welcome here.
  await new Promise((resolve) => socket.once('close', resolve));
}

export function says(status: number, body = '', headers: Readonly<Record<string, string>> = {}): Meeting {
  return (response) => reply(response, { status, body, headers });
}

/** As `says`, after the request has been carried out. */
export function storesAndSays(status: number, body: (usual: string) => string): Meeting {
  return (response, proceed) => reply(response, { status, body: body(proceed().body ?? '') });
}

/** The request is not carried out. */
export function loses(behaviour: Behaviour): Meeting {
  return (response) => behave(response, behaviour);
}

/** The request is carried out, and this is what becomes of its answer. */
export function breaks(behaviour: (body: string) => Behaviour): Meeting {
  return (response, proceed) => behave(response, behaviour(proceed().body ?? ''));
}

function behave({ socket, req }: ServerResponse, behaviour: Behaviour): void {
  if (socket) behaviour(socket, { method: req.method ?? '', target: '', headers: {}, body: '', connection: 0 });
}

/** Something is wrong with the way to the service. */
export function atGate(name: ServiceName, spoil: (gate: Gate) => unknown, mend: (gate: Gate) => unknown): Arrange {
  return async ({ gates }) => {
    const gate = gates[name];
    await spoil(gate);
    gate.cut();
    return { released: () => gate.allClosed(), carriedOut: none, over: async () => mend(gate) };
  };
}

export function withCertificate(choose: (certificates: Certificates) => ServerCertificate): Arrange {
  return async ({ gates: { vault }, certificates }) => {
    vault.certificate = choose(certificates);
    vault.cut();
    return {
      released: () => vault.allClosed(),
      carriedOut: none,
      async over() {
        vault.certificate = certificates.valid;
      },
    };
  };
}

export function behindProxy(options: ForwardProxyOptions): Arrange {
  return async () => {
    const proxy = await startForwardProxy(options);
    const use = (address: string | undefined) =>
      vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);
    const restore = replaceResolver(async () => proxy.address);
    await use(proxy.address);
    return {
      // A connection to a proxy that has answered is kept.
      released: async () => {},
      carriedOut: none,
      async over() {
        restore();
        await use(undefined);
        await proxy.close();
      },
    };
  };
}

/** This machine's clock, as all of the extension host sees it. */
export const clockGoesBack: Arrange = async () => {
  const { now } = Date;
  Date.now = () => now() - 3_600_000;
  return {
    released: async () => {},
    carriedOut: none,
    async over() {
      Date.now = now;
    },
  };
};

/** Nothing more can be written to the extension's files: the newest is full, and there is no room for a folder. */
export const diskIsFull: Arrange = async () => {
  const history = historyFolder();
  const bases = join(dirname(history), 'windows');
  const full = join(history, '9999999999999.jsonl');
  mkdirSync(history, { recursive: true });
  symlinkSync('/dev/full', full);
  rmSync(bases, { recursive: true, force: true });
  writeFileSync(bases, '');
  return {
    released: async () => {},
    carriedOut: none,
    async over() {
      rmSync(full);
      rmSync(bases);
    },
  };
};
