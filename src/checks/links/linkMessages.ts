import { l10n } from 'vscode';
import { isolated, listOf, localNumber } from '../../workbench/plainText.ts';

const maxHosts = 8;

export const linkWords = {
  checking: () => l10n.t('Checking links'),
  progress: (done: number, all: number) => l10n.t('{0} of {1}', localNumber(done), localNumber(all)),
  check: () => l10n.t('Check Links'),
  askOwn: () => l10n.t('Check These Too'),
  leaveOwn: () => l10n.t('Leave Them Out'),
  question(addresses: number, hosts: number): string {
    if (addresses === 1) return l10n.t('Check 1 address?');
    if (hosts === 1) return l10n.t('Check {0} addresses on 1 host?', localNumber(addresses));
    return l10n.t('Check {0} addresses on {1} hosts?', localNumber(addresses), localNumber(hosts));
  },
  seen: (hosts: readonly string[]) =>
    hosts.length === 1
      ? l10n.t('This host will see requests from this computer: {0}', hostList(hosts))
      : l10n.t('These hosts will see requests from this computer: {0}', hostList(hosts)),
  own: (addresses: number, hosts: readonly string[]) =>
    addresses === 1
      ? l10n.t('1 address is in your own network: {0}', hostList(hosts))
      : l10n.t('{0} addresses are in your own network: {1}', localNumber(addresses), hostList(hosts)),
  archive: () => l10n.t('Open in the Web Archive'),
  /** Of the verdicts on all addresses; undefined for those that were not checked. */
  summary(verdicts: readonly (string | undefined)[]): string {
    const count = (verdict: string) => localNumber(verdicts.filter((one) => one === verdict).length);
    const checked = verdicts.filter((one) => one !== undefined).length;
    const [gone, unknown] = [count('gone'), count('unknown')];
    if (verdicts.length === 0) return l10n.t('There are no web addresses to check.');
    return checked === verdicts.length
      ? l10n.t('Addresses checked: {0}. Gone: {1}. Could not tell: {2}.', localNumber(checked), gone, unknown)
      : l10n.t(
          'Addresses checked: {0} of {1}. Gone: {2}. Could not tell: {3}.',
          localNumber(checked),
          localNumber(verdicts.length),
          gone,
          unknown,
        );
  },
} as const;

function hostList(hosts: readonly string[]): string {
  return listOf(
    hosts.map((host) => isolated(host, 80)),
    maxHosts,
  );
}

/** By verdict and reason. */
export const linkMessages: Readonly<Record<string, (field: string, address: string, status: string) => string>> = {
  'links.gone.status': (field, _, status) =>
    l10n.t('The address in "{0}" is gone: its server answered with status {1}.', field, status),
  'links.gone.host': (field) => l10n.t('The address in "{0}" is gone: its host does not exist.', field),
  'links.gone.video': (field) => l10n.t('The video in "{0}" is gone: YouTube does not have it.', field),
  'links.unknown.status': (field, _, status) =>
    l10n.t('Could not tell whether the address in "{0}" works: its server answered with status {1}.', field, status),
  'links.unknown.video': (field) =>
    l10n.t('Could not tell whether the video in "{0}" is still there: YouTube gave no clear answer.', field),
  'links.unknown.embedding': (field) =>
    l10n.t('Could not tell whether the video in "{0}" is still there: it must not be embedded.', field),
  'links.unknown.redirect': (field) =>
    l10n.t(
      'Could not tell whether the address in "{0}" works: it redirects to a start page, a login or nowhere.',
      field,
    ),
  'links.unknown.noAnswer': (field) =>
    l10n.t('Could not tell whether the address in "{0}" works: its server did not answer.', field),
  'links.unknown.tls': (field) =>
    l10n.t('Could not tell whether the address in "{0}" works: there was no secure connection to its server.', field),
  'links.unknown.ownNetwork': (field) =>
    l10n.t('Could not tell whether the address in "{0}" works: it leads, or may lead, into your own network.', field),
  'links.unknown.skipped': (field) =>
    l10n.t('Could not tell whether the address in "{0}" works: its server did not answer other requests.', field),
};
