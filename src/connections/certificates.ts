import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of the system and of `NODE_EXTRA_CA_CERTS`, which not every Node that VS Code runs on reads itself.
 * What can't be read is left out with a warning: the certificates bundled with Node are trusted anyway.
 */
export async function trustedCertificates(
  systemCertificates: boolean,
  environment: NodeJS.ProcessEnv,
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
    warn(`The system certificates could not be read: ${(error as Error).message}`);
    return [];
  }
}

async function readCertificates(file: string, warn: (message: string) => void): Promise<readonly string[]> {
  try {
    const found = (await readFile(file, 'utf8')).match(certificate);
    if (!found) warn(`NODE_EXTRA_CA_CERTS names ${file}, which contains no certificate.`);
    return found ?? [];
  } catch (error) {
    warn(`NODE_EXTRA_CA_CERTS names ${file}, which could not be read: ${(error as Error).message}`);
    return [];
  }
}
