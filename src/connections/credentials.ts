import * as vscode from 'vscode';
import { namedService, pickService } from '../document/chooseService.ts';
import { openDocument } from '../files/tabs.ts';
import { isObject } from '../record/valueShapes.ts';
import { type Credential, credentialHeaders } from '../service/call.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed, reportFailure } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import { askText, pickOne } from '../workbench/prompts.ts';
import { words } from './messages.ts';

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

export interface CredentialParts {
  readonly services: Services;
  readonly credentials: Credentials;
  readonly active: RecordName | undefined;
}

/**
 * Takes `{ service, header?, value, retry?, test? }` and asks for what is missing. The credential is tested at once, unless
 * `test` is false or it is used at once: `retry` is the URI of a record to save with it. Resolves to `true`.
 */
export async function setCredential(
  { services, credentials, active }: CredentialParts,
  argument: unknown,
): Promise<true> {
  const service = namedService(services, argument) ?? (await pickService(services, words.setCredential()));
  const given = isObject(argument) ? argument : {};
  const credential = givenCredential(given) ?? (await askForCredential(service));
  // Refuses what can't be sent before it is stored.
  credentialHeaders(credential, service.name);
  await credentials.set(service.address.origin, credential);
  showInStatusBar(words.credentialStored(service.name));
  if (typeof given.retry === 'string') {
    if (await saveAgain(given.retry)) showInStatusBar(words.credentialAccepted(service.name));
  } else if (given.test !== false) await test(services, service, active?.service === service.name ? active.id : 1);
  return true;
}

/** The credential stays stored, whatever the service answers: it may not be running right now. */
async function test(services: Services, service: Service, id: number): Promise<void> {
  const { name } = service;
  try {
    const client = await services.client(service);
    await withProgress(words.testingCredential(name), (signal) => client.head(id, { signal }));
    showInStatusBar(words.credentialAccepted(name));
  } catch (failure) {
    // A missing record, or a service without HEAD, says nothing about the credential.
    const isAnswered = isRecordError(failure) && (failure.kind === 'notFound' || failure.kind === 'notAllowed');
    if (isAnswered) showInStatusBar(words.credentialTested(name));
    else void reportFailure(failed(failure, { service: name }), 'warning');
  }
}

export async function clearCredential(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = namedService(services, argument) ?? (await pickService(services, words.clearCredential()));
  const { origin } = service.address;
  const had = (await credentials.get(origin)) !== undefined;
  await credentials.clear(origin);
  showInStatusBar(had ? words.credentialCleared(service.name) : words.noCredential(service.name));
}

/** In the status bar, because there is nothing to decide. */
function showInStatusBar(message: string): void {
  vscode.window.setStatusBarMessage(message, 5000);
}

function givenCredential({ header = 'Authorization', value }: Record<string, unknown>): Credential | undefined {
  if (value === undefined) return undefined;
  if (typeof header !== 'string' || typeof value !== 'string') throw new UserError(words.credentialStrings());
  return { header, value };
}

async function saveAgain(uri: string): Promise<boolean> {
  const document = openDocument(vscode.Uri.parse(uri));
  return document?.isDirty === true && (await document.save());
}

type Scheme = 'token' | 'bearer' | 'basic' | 'header';

function schemes(): readonly (vscode.QuickPickItem & { readonly scheme: Scheme })[] {
  return [
    { scheme: 'token', label: words.token(), detail: 'Authorization: Token …' },
    { scheme: 'bearer', label: words.bearerToken(), detail: 'Authorization: Bearer …' },
    { scheme: 'basic', label: words.basic(), detail: 'Authorization: Basic …' },
    { scheme: 'header', label: words.customHeader(), detail: 'X-Api-Key: …' },
  ];
}

async function askForCredential({ name, address }: Service): Promise<Credential> {
  const title = words.credentialTitle(name, address.origin);
  const picked = await pickOne(schemes(), { title, placeHolder: words.selectScheme(), ignoreFocusOut: true });
  const secret = (prompt: string) => ask({ title, prompt, password: true });
  switch (picked.scheme) {
    case 'token':
      return { header: 'Authorization', value: `Token ${await secret(words.token())}` };
    case 'bearer':
      return { header: 'Authorization', value: `Bearer ${await secret(words.token())}` };
    case 'basic': {
      const user = await ask({ title, prompt: words.userName() });
      const pair = Buffer.from(`${user}:${await askPassword(title)}`).toString('base64');
      return { header: 'Authorization', value: `Basic ${pair}` };
    }
    case 'header':
      return {
        header: await ask({ title, prompt: words.headerName(), placeHolder: 'X-Api-Key' }),
        value: await secret(words.headerValue()),
      };
  }
}

async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const validateInput = (text: string) => (text.trim() === '' ? words.enterValue() : undefined);
  return (await askText({ ...options, validateInput })).trim();
}

/** May be empty, or have leading and trailing spaces. */
function askPassword(title: string): Promise<string> {
  return askText({ title, prompt: words.password(), password: true });
}
