import type { Memento } from 'vscode';
import { isLoopback } from '../service/address.ts';
import { RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import { plainText } from '../workbench/plainText.ts';
import type { Credentials } from './credentials.ts';
import { type Question, unencryptedQuestion, unverifiedQuestion, writeQuestion } from './messages.ts';

export type ServiceConsents = ReturnType<typeof serviceConsents>;

/** Resolves to the choice if the user agrees. */
type Ask = (message: string, detail: string, choice: string) => Promise<string | undefined>;

const memoryKey = 'consents';

/** Asks for what the user must agree to once. */
export function serviceConsents(memory: Memento, ask: Ask, credentials: Pick<Credentials, 'onDidChange'>) {
  const consents = rememberedConsents(memory, ask);
  // Many reads may follow a refusal, so it holds until the credential is replaced.
  const refused = new Set<string>();
  const listener = credentials.onDidChange((origin) => refused.delete(origin));
  return {
    /** Why the stored credential must not be sent to the origin; undefined if it may. */
    async credentialRefusal(origin: string, verifiesCertificates: boolean) {
      const risk = riskOf(origin, verifiesCertificates);
      if (risk === undefined) return undefined;
      const subject = `${risk} ${origin}`;
      if (consents.has(subject)) return undefined;
      const question = risk === 'plain' ? unencryptedQuestion(origin) : unverifiedQuestion(origin);
      if (!refused.has(origin) && (await consents.ask(subject, question))) return undefined;
      refused.add(origin);
      const reason = risk === 'plain' ? 'credentialUnencrypted' : 'credentialUnverified';
      return new RecordError('tls', { reason, subject: origin });
    },
    /** Rejects unless the service may be written to. Resolves to whether it asked. */
    async allowWrite(service: Service, mayAsk = true) {
      const { name, access, saveMethod, address, fromWorkspace } = service;
      if (fromWorkspace === undefined) return false;
      // Consent is stored for what the workspace changes, so another change asks again.
      const subject = `write ${name} ${access} ${saveMethod} ${address.href} ${JSON.stringify(fromWorkspace)}`;
      if (consents.has(subject)) return false;
      if (mayAsk && (await consents.ask(subject, writeQuestion(service, fromWorkspace)))) return true;
      throw new RecordError('rejected', { reason: 'writeNotAgreed', address: address.href });
    },
    dispose: () => listener.dispose(),
  };
}

/** Asks unless the user agreed before. A refusal is not remembered. */
function rememberedConsents(memory: Memento, askUser: Ask) {
  const asking = new Map<string, Promise<boolean>>();
  const given = (): string[] => {
    const stored = memory.get<unknown>(memoryKey);
    return Array.isArray(stored) ? stored.filter((subject) => typeof subject === 'string') : [];
  };
  const ask = async (subject: string, { message, detail, agree }: Question) => {
    const agreed = (await askUser(plainText(message), plainText(detail, 600), agree)) === agree;
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

/** How others on the network could read what is sent to the origin; undefined if they can't. */
export function riskOf(origin: string, verifiesCertificates: boolean): 'plain' | 'unverified' | undefined {
  const { protocol, hostname } = new URL(origin);
  if (isLoopback(hostname)) return undefined;
  if (protocol === 'http:') return 'plain';
  return verifiesCertificates ? undefined : 'unverified';
}
