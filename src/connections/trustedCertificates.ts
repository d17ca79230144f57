import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import type { Environment } from './transportSettings.ts';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of the system and of `NODE_EXTRA_CA_CERTS`. Not every Node that VS Code runs on reads that variable
 * itself. What can't be read is told and left out: the certificates that come with Node still hold.
 */
export async function trustedCertificates(
  systemCertificates: boolean,
  environment: Environment,
  warn: (message: string) => void,
): Promise<readonly string[]> {
  const file = environment.NODE_EXTRA_CA_CERTS;
  const extra = file ? await readCertificates(file, warn) : [];
  return [...new Set([...(systemCertificates ? readSystem(warn) : []), ...extra])];
}

function readSystem(warn: (message: string) => void): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    warn(`The certificates of the system could not be read: ${(error as Error).message}`);
    return [];
  }
}

async function readCertificates(file: string, warn: (message: string) => void): Promise<readonly string[]> {
  try {
    const found = (await readFile(file, 'utf8')).match(certificate);
    if (!found) warn(`NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate.`);
    return found ?? [];
  } catch (error) {
    warn(`NODE_EXTRA_CA_CERTS names ${file}, which could not be read: ${(error as Error).message}`);
    return [];
  }
}
