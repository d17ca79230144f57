import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** PEM of the authority that issued all but `unknownAuthority`. */
  readonly authority: string;
  readonly valid: ServerCertificate;
  readonly wrongName: ServerCertificate;
  readonly expired: ServerCertificate;
  readonly unknownAuthority: ServerCertificate;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const LOCAL_NAMES = 'DNS:localhost,IP:127.0.0.1,IP:::1';

/** Made with the `openssl` command for this run alone, so that no key lies in the repository. */
export function createCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'video-records-certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const makeAuthority = (name: string) =>
    openssl('req', '-x509', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`);
  const issue = (name: string, authority: string, names: string, days: number): ServerCertificate => {
    const request = ['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`];
    openssl('req', ...NEW_KEY, ...request, '-addext', `subjectAltName=${names}`);
    const signer = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
    const signed = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-days', `${days}`, '-copy_extensions', 'copy'];
    openssl('x509', '-req', ...signer, ...signed);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    makeAuthority('authority');
    makeAuthority('stranger');
    return {
      authority: read('authority.pem'),
      valid: issue('valid', 'authority', LOCAL_NAMES, 2),
      wrongName: issue('wrong-name', 'authority', 'DNS:elsewhere.example', 2),
      expired: issue('expired', 'authority', LOCAL_NAMES, -1),
      unknownAuthority: issue('unknown-authority', 'stranger', LOCAL_NAMES, 2),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
