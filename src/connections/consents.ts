import type { Memento } from 'vscode';
import { isLoopback } from '../service/address.ts';
import { RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import type { Credentials } from './credentials.ts';

export interface ServiceConsents {
  /** Why the stored credential may not be sent to the origin; undefined where it may. */
  credentialRefusal(origin: string): Promise<RecordError | undefined>;
  /** Rejects unless the service may be written to. */
  allowWrite(service: Service): Promise<void>;
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
  // Several records may be read at once and again: a refusal counts until a credential is set anew.
  const refused = new Set<string>();
  const listener = credentials.onDidChange((origin) => refused.delete(origin));
  return {
    async credentialRefusal(origin) {
      if (!isPlainRemote(origin)) return undefined;
      if (!refused.has(origin) && (await consents(`plain ${origin}`, plainQuestion(origin)))) return undefined;
      refused.add(origin);
      return new RecordError('tls', { reason: 'credentialUnencrypted', subject: origin });
    },
    async allowWrite({ name, access, address: { href }, fromWorkspace }) {
      if (fromWorkspace === undefined) return;
      // Consent is stored for what the workspace changes, so another change asks again.
      if (await consents(`write ${name} ${access} ${href} ${fromWorkspace}`, writeQuestion(href, fromWorkspace)))
        return;
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
  return (subject: string, question: Question): Promise<boolean> => {
    if (given().includes(subject)) return Promise.resolve(true);
    // Requests that run side by side share one dialog.
    const answer = asking.get(subject) ?? ask(subject, question).finally(() => asking.delete(subject));
    asking.set(subject, answer);
    return answer;
  };
}

/** Whether others on the network can read what is sent to the origin. */
export function isPlainRemote(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

function plainQuestion(origin: string): Question {
  return {
    message: `Send the credential to ${origin} without encryption?`,
    detail: 'Anyone on the network can read and use it. You are asked once for this address.',
    agree: 'Send Unencrypted',
  };
}

function writeQuestion(address: string, reason: string): Question {
  return {
    message: `Save records to ${address}?`,
    detail: `${reason} Allow this only if you trust this workspace with the service. You are asked once.`,
    agree: 'Allow Saving',
  };
}
