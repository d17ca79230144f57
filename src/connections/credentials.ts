import type { SecretStorage } from 'vscode';
import type { Credential } from '../service/client.ts';

export interface Credentials {
  get(origin: string): Promise<Credential | undefined>;
  set(origin: string, credential: Credential): Promise<void>;
  clear(origin: string): Promise<void>;
}

/** Credentials live in SecretStorage alone, under the origin they may be sent to. */
export function storedCredentials(secrets: SecretStorage): Credentials {
  const key = (origin: string) => `credential ${origin}`;
  return {
    async get(origin) {
      const stored = await secrets.get(key(origin));
      return stored === undefined ? undefined : parseCredential(stored);
    },
    async set(origin, credential) {
      await secrets.store(key(origin), JSON.stringify(credential));
    },
    async clear(origin) {
      await secrets.delete(key(origin));
    },
  };
}

function parseCredential(stored: string): Credential | undefined {
  try {
    const { header, value } = JSON.parse(stored);
    return typeof header === 'string' && typeof value === 'string' ? { header, value } : undefined;
  } catch {
    return undefined;
  }
}
