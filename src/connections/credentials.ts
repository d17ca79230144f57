import * as vscode from 'vscode';
import { type Credential, credentialHeaders } from '../service/call.ts';
import type { Service, Services } from '../service/services.ts';
import { askText, namedService, pickService } from './chooseService.ts';

export interface Credentials extends vscode.Disposable {
  get(origin: string): Promise<Credential | undefined>;
  set(origin: string, credential: Credential): Promise<void>;
  clear(origin: string): Promise<void>;
  /** The origin whose credential was set or cleared in this window. */
  readonly onDidChange: vscode.Event<string>;
}

const prefix = 'credential ';

/** Credentials are kept in SecretStorage only, under the origin they may be sent to. */
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
      // A storage that failed, such as a locked keyring, is asked again.
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

/** Takes `{ service, header?, value, retry? }`; asks for what is missing. `retry` is the URI of a record to save then. */
/** Resolves to `true` once a credential is stored. */
export async function setCredential(services: Services, credentials: Credentials, argument: unknown): Promise<true> {
  const service = namedService(services, argument) ?? (await pickService(services, 'Set Credential'));
  const given = typeof argument === 'object' && argument !== null ? (argument as Record<string, unknown>) : {};
  const credential = givenCredential(given) ?? (await askForCredential(service));
  // Refuses what can't be sent before it is stored.
  credentialHeaders(credential, service.name);
  await credentials.set(service.address.origin, credential);
  showInStatusBar(`The credential for "${service.name}" was stored.`);
  if (typeof given.retry === 'string') await saveAgain(given.retry);
  return true;
}

export async function clearCredential(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = namedService(services, argument) ?? (await pickService(services, 'Clear Credential'));
  const { origin } = service.address;
  const had = (await credentials.get(origin)) !== undefined;
  await credentials.clear(origin);
  showInStatusBar(
    had ? `The credential for "${service.name}" was cleared.` : `No credential was stored for "${service.name}".`,
  );
}

/** In the status bar, because there is nothing to decide. */
function showInStatusBar(message: string): void {
  vscode.window.setStatusBarMessage(message, 5000);
}

function givenCredential({ header = 'Authorization', value }: Record<string, unknown>): Credential | undefined {
  if (value === undefined) return undefined;
  if (typeof header !== 'string' || typeof value !== 'string') {
    throw new Error('The header and the value of a credential must be text.');
  }
  return { header, value };
}

async function saveAgain(uri: string): Promise<void> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  if (document?.isDirty) await document.save();
}

type Scheme = 'token' | 'bearer' | 'basic' | 'header';

const schemes: readonly (vscode.QuickPickItem & { readonly scheme: Scheme })[] = [
  { scheme: 'token', label: 'Token', detail: 'Authorization: Token …' },
  { scheme: 'bearer', label: 'Bearer', detail: 'Authorization: Bearer …' },
  { scheme: 'basic', label: 'User Name and Password', detail: 'Authorization: Basic …' },
  { scheme: 'header', label: 'Custom Header', detail: 'For example X-Api-Key: …' },
];

async function askForCredential({ name, address }: Service): Promise<Credential> {
  const title = `Credential for ${name} (${address.origin})`;
  const picked = await vscode.window.showQuickPick(schemes, {
    title,
    placeHolder: 'Select how the service authenticates',
    ignoreFocusOut: true,
  });
  if (!picked) throw new vscode.CancellationError();
  const secret = (prompt: string) => ask({ title, prompt, password: true });
  switch (picked.scheme) {
    case 'token':
      return { header: 'Authorization', value: `Token ${await secret('Token')}` };
    case 'bearer':
      return { header: 'Authorization', value: `Bearer ${await secret('Token')}` };
    case 'basic': {
      const user = await ask({ title, prompt: 'User name' });
      const pair = Buffer.from(`${user}:${await askPassword(title)}`).toString('base64');
      return { header: 'Authorization', value: `Basic ${pair}` };
    }
    case 'header':
      return {
        header: await ask({ title, prompt: 'Header name', placeHolder: 'X-Api-Key' }),
        value: await secret('Header value'),
      };
  }
}

async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const validateInput = (text: string) => (text.trim() === '' ? 'Enter a value.' : undefined);
  return (await askText({ ...options, validateInput })).trim();
}

/** May be empty, or have leading and trailing spaces. */
function askPassword(title: string): Promise<string> {
  return askText({ title, prompt: 'Password', password: true });
}
