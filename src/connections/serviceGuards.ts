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
      const { name, access, address, fromWorkspace } = service;
      if (fromWorkspace === undefined) return;
      // Who agreed to one difference has not agreed to another.
      const subject = `write ${name} ${access} ${address.href} ${fromWorkspace}`;
      if (await consents.ask(subject, writeQuestion(address.href, fromWorkspace))) return;
      throw new RecordError(
        'rejected',
        `Nothing was sent to ${address.href}, as you have not agreed to write to it. ${fromWorkspace}`,
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

function writeQuestion(address: string, reason: string) {
  return {
    message: `Save records to ${address}?`,
    detail: `${reason} Agree only if you know that this is right. You are asked once for it.`,
    agree: 'Allow Saving',
  };
}
