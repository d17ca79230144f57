import type { Memento } from 'vscode';
import { isLoopback } from '../service/address.ts';
import { RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import type { Credentials } from './credentials.ts';

export interface ServiceConsents {
  /** Why the stored credential may not be sent to the origin; undefined where it may. */
  credentialRefusal(origin: string, verifiesCertificates: boolean): Promise<RecordError | undefined>;
  /** Rejects unless the service may be written to. Says whether it asked. */
  allowWrite(service: Service, mayAsk?: boolean): Promise<boolean>;
  dispose(): void;
}

export interface ConsentParts {
  readonly memory: Memento;
  /** Resolves to the choice. */
  readonly ask: (message: string, detail: string, choice: string) => Promise<string | undefined>;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
}

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly agree: string;
}

const memoryKey = 'consents';

/** What the user has to agree to once before it happens. */
export function serviceConsents({ memory, ask, credentials }: ConsentParts): ServiceConsents {
  const consents = rememberedConsents(memory, ask);
  // Several records may be read at once and again: a refusal counts until the credential is replaced.
  const refused = new Set<string>();
  const listener = credentials.onDidChange((origin) => refused.delete(origin));
  return {
    async credentialRefusal(origin, verifiesCertificates) {
      const risk = riskOf(origin, verifiesCertificates);
      if (risk === undefined) return undefined;
      const subject = `${risk} ${origin}`;
      if (consents.has(subject)) return undefined;
      if (!refused.has(origin) && (await consents.ask(subject, questions[risk](origin)))) return undefined;
      refused.add(origin);
      const reason = risk === 'plain' ? 'credentialUnencrypted' : 'credentialUnverified';
      return new RecordError('tls', { reason, subject: origin });
    },
    async allowWrite({ name, access, address: { href }, fromWorkspace }, mayAsk = true) {
      if (fromWorkspace === undefined) return false;
      // Consent is stored for what the workspace changes, so another change asks again.
      const subject = `write ${name} ${access} ${href} ${fromWorkspace}`;
      if (consents.has(subject)) return false;
      if (mayAsk && (await consents.ask(subject, writeQuestion(href, fromWorkspace)))) return true;
      throw new RecordError('rejected', { reason: 'writeNotAgreed', address: href, subject: fromWorkspace });
    },
    dispose: () => listener.dispose(),
  };
}

/** Asks unless the user agreed before. A refusal is not remembered. */
function rememberedConsents(memory: Memento, askUser: ConsentParts['ask']) {
  const asking = new Map<string, Promise<boolean>>();
  const given = (): string[] => {
    const stored = memory.get<unknown>(memoryKey);
    return Array.isArray(stored) ? stored.filter((subject) => typeof subject === 'string') : [];
  };
  const ask = async (subject: string, { message, detail, agree }: Question) => {
    const agreed = (await askUser(message, detail, agree)) === agree;
    if (agreed) await memory.update(memoryKey, [...new Set([...given(), subject])]);
    return agreed;
  };
  return {
    has: (subject: string) => given().includes(subject),
    ask(subject: string, question: Question): Promise<boolean> {
      // Requests that run side by side share one dialog.
      const answer = asking.get(subject) ?? ask(subject, question).finally(() => asking.delete(subject));
      asking.set(subject, answer);
      return answer;
    },
  };
}

/** How others on the network could get what is sent to the origin; undefined where they can't. */
export function riskOf(origin: string, verifiesCertificates: boolean): 'plain' | 'unverified' | undefined {
  const { protocol, hostname } = new URL(origin);
  if (isLoopback(hostname)) return undefined;
  if (protocol === 'http:') return 'plain';
  return verifiesCertificates ? undefined : 'unverified';
}

const questions: Readonly<Record<'plain' | 'unverified', (origin: string) => Question>> = {
  plain: (origin) => ({
    message: `Send the credential to ${origin} without encryption?`,
    detail: 'Anyone on the network can read and use it. You are asked once for this address.',
    agree: 'Send Unencrypted',
  }),
  unverified: (origin) => ({
    message: `Send the credential to ${origin} without verifying its certificate?`,
    detail:
      'The setting http.proxyStrictSSL is off, so another server could pretend to be this one and use the credential. You are asked once for this address.',
    agree: 'Send Unverified',
  }),
};

function writeQuestion(address: string, reason: string): Question {
  return {
    message: `Save records to ${address}?`,
    detail: `${reason} Allow this only if you trust this workspace with the service. You are asked once.`,
    agree: 'Allow Saving',
  };
}
