import * as vscode from 'vscode';
import { type Credential, credentialHeaders } from '../service/credential.ts';
import type { Service, Services } from '../service/services.ts';
import { askText } from './askText.ts';
import { namedService, pickService } from './chooseService.ts';
import type { Credentials } from './credentials.ts';

/** Takes `{ service, header?, value, retry? }`; asks for what is missing. `retry` is the URI of a record to save then. */
export async function setCredential(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = namedService(services, argument) ?? (await pickService(services, 'Set Credential'));
  const given = typeof argument === 'object' && argument !== null ? (argument as Record<string, unknown>) : {};
  const credential = givenCredential(given) ?? (await askForCredential(service));
  // Refuses what could not be sent, before it is stored.
  credentialHeaders(credential, new URL(service.address.origin).host);
  await credentials.set(service.address.origin, credential);
  tell(`The credential for ${service.address.origin} is stored.`);
  if (typeof given.retry === 'string') await saveAgain(given.retry);
}

export async function clearCredential(services: Services, credentials: Credentials, argument: unknown): Promise<void> {
  const service = namedService(services, argument) ?? (await pickService(services, 'Clear Credential'));
  const { origin } = service.address;
  const had = (await credentials.get(origin)) !== undefined;
  await credentials.clear(origin);
  tell(had ? `The credential for ${origin} is cleared.` : `No credential was stored for ${origin}.`);
}

/** In the status bar: nothing is to be decided, and who set it to go on saving is busy with that. */
function tell(message: string): void {
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
  { scheme: 'header', label: 'Header of Your Own', detail: 'For example X-Api-Key: …' },
];

async function askForCredential({ name, address }: Service): Promise<Credential> {
  const title = `Credential for ${name} (${address.origin})`;
  const picked = await vscode.window.showQuickPick(schemes, {
    title,
    placeHolder: 'What does the service expect?',
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
        header: await ask({ title, prompt: 'Name of the header', placeHolder: 'X-Api-Key' }),
        value: await secret('Value of the header'),
      };
  }
}

async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const validateInput = (text: string) => (text.trim() === '' ? 'This must not be empty.' : undefined);
  return (await askText({ ...options, validateInput })).trim();
}

/** Blanks may belong to it; and where a key stands for the user name, it is empty. */
function askPassword(title: string): Promise<string> {
  return askText({ title, prompt: 'Password', password: true });
}
