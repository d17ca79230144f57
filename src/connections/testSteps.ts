import { l10n } from 'vscode';
import { fieldText } from '../record/text.ts';
import { recordAddress } from '../service/address.ts';
import { isRecordError } from '../service/recordError.ts';
import { proxyName } from '../service/transport.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, localNumber } from '../workbench/plainText.ts';
import { riskOf } from './consents.ts';
import type { ConnectionFacts, ProbeRequest } from './probe.ts';

/** The steps in their order, each with its title. */
export const checks = {
  address: [() => l10n.t('Address'), address],
  proxy: [() => l10n.t('Proxy'), proxy],
  connection: [() => l10n.t('Connection'), connection],
  answer: [() => l10n.t('Answer'), answer],
  credential: [() => l10n.t('Credential'), credential],
  record: [() => l10n.t('Record'), record],
  writing: [() => l10n.t('Saving'), writing],
} as const;

type StepName = keyof typeof checks;

export interface TestStep {
  readonly step: StepName;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** Whole sentences: what was found and, if it failed, what to do. */
  readonly text: string;
}

type Result = Omit<TestStep, 'step'>;

const ok = (text: string): Result => ({ state: 'ok', text });
const failed = (text: string): Result => ({ state: 'failed', text });
const skipped = (text: string): Result => ({ state: 'skipped', text });

/** Failures that come from a service that works so far. A later step explains them. */
const explainedLater = ['unauthorized', 'forbidden', 'notFound', 'conflict', 'tooLarge', 'badAnswer'] as const;
const usesMethods = ['PATCH', 'PUT'];

/** What the facts mean, step by step. Steps after a failed one are not checked. */
export function connectionSteps(request: ProbeRequest, facts: ConnectionFacts): readonly TestStep[] {
  let hasFailed = false;
  return Object.entries(checks).map(([step, [, check]]) => {
    const result = hasFailed ? skipped(l10n.t('Not checked, because an earlier step failed.')) : check(request, facts);
    hasFailed ||= result.state === 'failed';
    return { step: step as StepName, ...result };
  });
}

function address({ service, id }: ProbeRequest): Result {
  const place = l10n.t('The address of record {0} is {1}.', id, recordAddress(service.address, id));
  if (riskOf(service.address.origin, true) !== 'plain') return ok(place);
  return ok(`${place} ${l10n.t('The connection is not encrypted: others on the network can read it.')}`);
}

function proxy(_: ProbeRequest, { route }: ConnectionFacts): Result {
  if (route.via === 'direct') return skipped(l10n.t('No proxy is used.'));
  if (route.via === 'environment') {
    return ok(l10n.t("VS Code's proxy could not be determined. The setting http.proxy or the environment decides."));
  }
  return ok(proxyName(route.address));
}

function connection({ service, network }: ProbeRequest, { read, route, isAnswered }: ConnectionFacts): Result {
  if (isRecordError(read, 'tls')) {
    const advice = l10n.t('Ask the operator of the service, or install the certificate of its issuer.');
    return failed(`${messageOf(read)} ${advice}`);
  }
  if (isRecordError(read) && (read.kind === 'proxy' || !isAnswered)) return failed(messageOf(read));
  const { host, protocol } = new URL(service.address.origin);
  if (protocol === 'https:' && network.strictSSL === false) {
    return ok(l10n.t('Connected to {0}. Its certificate was not verified, because http.proxyStrictSSL is off.', host));
  }
  return route.via === 'proxy'
    ? ok(l10n.t('Connected to {0} through the proxy {1}.', host, proxyName(route.address)))
    : ok(l10n.t('Connected to {0}.', host));
}

function answer(_: ProbeRequest, { read, milliseconds }: ConnectionFacts): Result {
  if (isRecordError(read) && (read.reason === 'notHttp' || !isRecordError(read, ...explainedLater)))
    return failed(messageOf(read));
  return ok(l10n.t('The service answered in {0} ms.', localNumber(Math.round(milliseconds))));
}

function credential({ service, client }: ProbeRequest, { read }: ConnectionFacts): Result {
  const { refusal } = client;
  if (refusal) return failed(messageOf(refusal));
  if (isRecordError(read, 'unauthorized')) {
    const advice = hasCredential(client)
      ? l10n.t('Run Set Credential to replace it.')
      : l10n.t('Run Set Credential to add one.');
    return failed(`${messageOf(read)} ${advice}`);
  }
  if (isRecordError(read, 'forbidden')) {
    return failed(`${messageOf(read)} ${l10n.t('Run Set Credential to use another credential.')}`);
  }
  return hasCredential(client)
    ? ok(l10n.t('A credential is set for {0}, and the service does not reject it.', service.address.origin))
    : skipped(l10n.t('No credential is set for {0}. The service can be read without one.', service.address.origin));
}

function record(_: ProbeRequest, facts: ConnectionFacts): Result {
  const { read } = facts;
  if (!isRecordError(read)) {
    const title = fieldText(read.record, 'title');
    return ok(title ? l10n.t('The record "{0}" was read.', title) : l10n.t('The record was read.'));
  }
  if (read.kind !== 'notFound') return failed(`${messageOf(read)} ${l10n.t('Check the address of the service.')}`);
  // Any web server answers 404. One that names its methods at least has this API.
  return allowOf(facts)
    ? skipped(`${messageOf(read)} ${l10n.t('Open a record that exists, then test again.')}`)
    : failed(
        `${messageOf(read)} ${l10n.t('Check the address of the service, or test again with a record that exists.')}`,
      );
}

function writing({ service, client }: ProbeRequest, facts: ConnectionFacts): Result {
  if (service.access === 'readOnly') return skipped(l10n.t('The settings make "{0}" read-only.', service.name));
  const allow = allowOf(facts);
  const methods = usesMethods.filter((method) => allow?.includes(method));
  if (allow && methods.length === 0) {
    return skipped(l10n.t("Records can't be saved: the service allows only {0}.", allow.join(', ')));
  }
  const { options } = facts;
  if (options && !isRecordError(options) && options.describesWriting) {
    return ok(l10n.t('You can save records. This test changed nothing.'));
  }
  if (!hasCredential(client)) {
    return skipped(l10n.t('No credential is set. Most services require one to save: run Set Credential.'));
  }
  return allow
    ? ok(l10n.t('The service supports {0}. Your first save shows whether you are allowed to save.', listOf(methods)))
    : skipped(l10n.t('The service does not say whether records can be saved.'));
}

function hasCredential({ credential, refusal }: ProbeRequest['client']): boolean {
  return credential !== undefined || refusal !== undefined;
}

function allowOf({ read, options }: ConnectionFacts): readonly string[] | undefined {
  return read.allow ?? options?.allow;
}
