import * as vscode from 'vscode';
import type { Credential } from '../service/client.ts';

export interface Credentials extends vscode.Disposable {
  get(origin: string): Promise<Credential | undefined>;
  set(origin: string, credential: Credential): Promise<void>;
  clear(origin: string): Promise<void>;
  /** The origin whose credential was set or cleared in this window. */
  readonly onDidChange: vscode.Event<string>;
}

const prefix = 'credential ';

/** Credentials live in SecretStorage alone, under the origin they may be sent to. */
export function storedCredentials(secrets: vscode.SecretStorage): Credentials {
  const known = new Map<string, Promise<Credential | undefined>>();
  const changed = new vscode.EventEmitter<string>();
  const renew = (origin: string) => {
    known.delete(origin);
    changed.fire(origin);
  };
  // Another window may have changed it.
  const listener = secrets.onDidChange(({ key }) => known.delete(key.slice(prefix.length)));
  const read = async (origin: string) => {
    const stored = await secrets.get(prefix + origin);
    return stored === undefined ? undefined : parseCredential(stored);
  };

  return {
    onDidChange: changed.event,
    get(origin) {
      const credential = known.get(origin) ?? read(origin);
      known.set(origin, credential);
      // A storage that failed once, as a locked keyring does, is asked again.
      credential.catch(() => known.delete(origin));
      return credential;
    },
    async set(origin, { header, value }) {
      await secrets.store(prefix + origin, JSON.stringify({ header, value }));
      renew(origin);
    },
    async clear(origin) {
      await secrets.delete(prefix + origin);
      renew(origin);
    },
    dispose: () => vscode.Disposable.from(listener, changed).dispose(),
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
