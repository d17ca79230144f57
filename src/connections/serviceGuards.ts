import { RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import type { Consents } from './consents.ts';
import type { Credentials } from './credentials.ts';
import { isPlainRemote } from './loopback.ts';

export interface ServiceGuards {
  /** Why the stored credential may not be sent to the origin; undefined where it may. */
  credentialRefusal(origin: string): Promise<RecordError | undefined>;
  /** Rejects unless the service may be written to. */
  allowWrite(service: Service): Promise<void>;
  dispose(): void;
}

/** What the user has to agree to once, before it can do harm. */
export function serviceGuards(consents: Consents, credentials: Credentials): ServiceGuards {
  // Several records may be asked for at a time, and again and again: a refusal holds until a credential is set anew.
  const refused = new Set<string>();
  const listener = credentials.onDidChange((origin) => refused.delete(origin));

  return {
    async credentialRefusal(origin) {
      if (!isPlainRemote(origin)) return undefined;
      if (!refused.has(origin) && (await consents.ask(`plain ${origin}`, plainQuestion(origin)))) return undefined;
      refused.add(origin);
      return new RecordError(
        'tls',
        `Nothing was sent to ${origin}: the connection is not encrypted, and you have not agreed to send the credential over it. Use an https address, or clear the credential or set it again.`,
      );
    },
    async allowWrite(service) {
      if (!service.fromWorkspace) return;
      const subject = `write ${service.name} ${service.access} ${service.address.href}`;
      if (await consents.ask(subject, writeQuestion(service))) return;
      throw new RecordError(
        'rejected',
        `Nothing was sent to ${service.address.href}: that address of "${service.name}" comes from the workspace's settings, and you have not agreed to write to it.`,
      );
    },
    dispose: () => listener.dispose(),
  };
}

function plainQuestion(origin: string) {
  return {
    message: `Send the credential to ${origin} without encryption?`,
    detail: 'Whoever can listen on the way can read it and use it. You are asked once for this address.',
    agree: 'Send Unencrypted',
  };
}

function writeQuestion({ name, address }: Service) {
  return {
    message: `Save records to ${address.href}?`,
    detail: `The settings of this workspace, not your own, say that "${name}" is at this address. Agree only if you know it. You are asked once for this name and address.`,
    agree: 'Allow Saving',
  };
}
