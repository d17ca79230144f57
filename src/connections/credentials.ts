import * as vscode from 'vscode';
import { chosenService } from '../document/configuredService.ts';
import { activeRecord, recordOf } from '../document/recordUri.ts';
import { openDocument } from '../files/tabs.ts';
import { isObject } from '../record/valueShapes.ts';
import { type Credential, credentialHeaders } from '../service/call.ts';
import { isRecordError } from '../service/recordError.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed, reportFailure } from '../workbench/failure.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { askText, pickOne, showBriefly, type TextOptions } from '../workbench/prompts.ts';
import { words } from './messages.ts';

export type Credentials = ReturnType<typeof storedCredentials>;

const prefix = 'credential ';

/** Credentials are kept in SecretStorage only, under the origin they may be sent to. */
export function storedCredentials(secrets: vscode.SecretStorage) {
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
    /** The origin whose credential was set or cleared in this window. */
    onDidChange: changed.event,
    get(origin: string): Promise<Credential | undefined> {
      const credential = known.get(origin) ?? read(origin);
      known.set(origin, credential);
      // A storage that failed, such as a locked keyring, is asked again.
      credential.catch(() => known.delete(origin));
      return credential;
    },
    async set(origin: string, { header, value }: Credential): Promise<void> {
      await secrets.store(prefix + origin, JSON.stringify({ header, value }));
      renew(origin);
    },
    async clear(origin: string): Promise<void> {
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

/**
 * Takes `{ service, header?, value, retry?, test? }` and asks for what is missing. The credential is tested at once, unless
 * `test` is false or it is used at once: `retry` is the URI of a record of the service to save with it. Resolves to `true`.
 */
export async function setCredential(services: Services, credentials: Credentials, argument: unknown): Promise<true> {
  const service = await chosenService(services, argument, words.setCredential());
  const given = isObject(argument) ? argument : {};
  const credential = givenCredential(given) ?? (await askForCredential(service));
  // Refuses what can't be sent before it is stored.
  credentialHeaders(credential, service.name);
  await credentials.set(service.address.origin, credential);
  showBriefly(vscode.l10n.t('The credential for "{0}" was stored.', service.name));
  if (typeof given.retry === 'string') {
    const uri = vscode.Uri.parse(given.retry);
    const document = recordOf(uri)?.service === service.name ? openDocument(uri) : undefined;
    if (document?.isDirty && (await document.save())) showBriefly(words.credentialAccepted(service.name));
  } else if (given.test !== false) await test(services, service);
  return true;
}

/** The credential stays stored, whatever the service answers: it may not be running right now. */
async function test(services: Services, service: Service): Promise<void> {
  const { name } = service;
  const active = activeRecord();
  const id = active?.service === name ? active.id : 1;
  try {
    const client = await services.client(service);
    const title = vscode.l10n.t('Testing the credential for "{0}"', plainText(name));
    await withProgress(title, (signal) => client.head(id, { signal }));
  } catch (failure) {
    // A missing record, or a service without HEAD, says nothing about the credential.
    if (!isRecordError(failure, 'notFound', 'notAllowed')) {
      return void reportFailure(failed(failure, { service: name }), 'warning');
    }
  }
  // Success doesn't prove it either: everyone may be allowed to read the record.
  showBriefly(words.credentialTested(name));
}

export async function clearCredential(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = await chosenService(services, argument, words.clearCredential());
  const { origin } = service.address;
  const had = (await credentials.get(origin)) !== undefined;
  await credentials.clear(origin);
  showBriefly(
    had
      ? vscode.l10n.t('The credential for "{0}" was cleared.', service.name)
      : vscode.l10n.t('No credential was stored for "{0}".', service.name),
  );
}

function givenCredential({ header = 'Authorization', value }: Record<string, unknown>): Credential | undefined {
  if (value === undefined) return undefined;
  if (typeof header === 'string' && typeof value === 'string') return { header, value };
  throw new UserError(vscode.l10n.t('The header and the value of a credential must be strings.'));
}

async function askForCredential({ name, address }: Service): Promise<Credential> {
  const title = vscode.l10n.t('Credential for {0} ({1})', plainText(name), plainText(address.origin));
  const placeHolder = vscode.l10n.t('Select how you sign in to the service');
  const scheme = await pickOne(schemes(), { title, placeHolder, ignoreFocusOut: true });
  return scheme.ask(title);
}

function schemes() {
  const withToken = (scheme: string) => async (title: PlainText) => {
    const token = await ask({ title, prompt: words.token(), password: true });
    return { header: 'Authorization', value: `${scheme} ${token}` };
  };
  return [
    { label: words.token(), detail: 'Authorization: Token …', ask: withToken('Token') },
    { label: vscode.l10n.t('Bearer Token'), detail: 'Authorization: Bearer …', ask: withToken('Bearer') },
    { label: vscode.l10n.t('User Name and Password'), detail: 'Authorization: Basic …', ask: askForPassword },
    { label: vscode.l10n.t('Custom Header'), detail: 'X-Api-Key: …', ask: askForHeader },
  ];
}

async function askForPassword(title: PlainText): Promise<Credential> {
  const user = await ask({ title, prompt: vscode.l10n.t('User name') }, (text) =>
    text.includes(':') ? vscode.l10n.t("A user name can't contain a colon.") : undefined,
  );
  // May be empty, or have leading and trailing spaces.
  const password = await askText({ title, prompt: vscode.l10n.t('Password'), password: true });
  return { header: 'Authorization', value: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

async function askForHeader(title: PlainText): Promise<Credential> {
  const header = await ask({ title, prompt: vscode.l10n.t('Header name'), placeHolder: plainText('X-Api-Key') });
  return { header, value: await ask({ title, prompt: vscode.l10n.t('Header value'), password: true }) };
}

async function ask(options: TextOptions, complaint?: (text: string) => PlainText | undefined): Promise<string> {
  const validateInput = (text: string) => (text.trim() === '' ? vscode.l10n.t('Enter a value.') : complaint?.(text));
  return (await askText({ ...options, validateInput })).trim();
}
