import { fieldText } from '../record/text.ts';
import { recordAddress, withoutBrackets } from '../service/address.ts';
import { isRecordError, type RecordErrorKind } from '../service/recordError.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import type { ConnectionFacts, ProbeRequest } from './connectionProbe.ts';
import { riskOf } from './consents.ts';

export type StepName = 'address' | 'name' | 'connection' | 'tls' | 'answer' | 'credential' | 'record' | 'writing';

export interface TestStep {
  readonly step: StepName;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** Whole sentences: what was found and, where it failed, what to do. */
  readonly text: string;
}

type Result = Omit<TestStep, 'step'>;

const ok = (text: string): Result => ({ state: 'ok', text });
const failed = (text: string): Result => ({ state: 'failed', text });
const skipped = (text: string): Result => ({ state: 'skipped', text });

const notChecked = skipped('Not checked, because a step before it failed.');
/** What the service answers although the request reached it. */
const answerFailures: ReadonlySet<RecordErrorKind> = new Set<RecordErrorKind>([
  'unavailable',
  'rateLimited',
  'redirect',
  'timeout',
  'network',
  'rejected',
  'invalid',
  'notAllowed',
]);
const usesMethods = ['PATCH', 'PUT'];

/** What the facts mean for the user, step by step. What depends on a failed step is not judged. */
export function connectionSteps(request: ProbeRequest, facts: ConnectionFacts): readonly TestStep[] {
  const checks: readonly (readonly [StepName, (request: ProbeRequest, facts: ConnectionFacts) => Result])[] = [
    ['address', address],
    ['name', hostName],
    ['connection', connection],
    ['tls', encryption],
    ['answer', answer],
    ['credential', credential],
    ['record', record],
    ['writing', writing],
  ];
  let hasFailed = false;
  return checks.map(([step, check]) => {
    const result = hasFailed ? notChecked : check(request, facts);
    hasFailed ||= result.state === 'failed';
    return { step, ...result };
  });
}

function address({ service, id }: ProbeRequest): Result {
  const place = `Record ${id} is read from ${recordAddress(service.address, id)}.`;
  return ok(
    riskOf(service.address.origin, true) === 'plain'
      ? `${place} The connection is not encrypted: others on the network can read it.`
      : place,
  );
}

function hostName({ service }: ProbeRequest, { proxy, lookup }: ConnectionFacts): Result {
  const host = withoutBrackets(new URL(service.address.origin).hostname);
  if (proxy !== undefined) return skipped(`The proxy ${proxy} looks up ${host}.`);
  if (lookup === 'skipped') return skipped(`${host} is an IP address.`);
  return lookup
    ? ok(`${host} was found at ${lookup.join(', ')}.`)
    : failed(`The host name ${host} could not be found. Check the address and your network connection.`);
}

function connection({ service }: ProbeRequest, { read, proxy, connections, reports }: ConnectionFacts): Result {
  const { host } = new URL(service.address.origin);
  const [first] = connections;
  const isAnswered = reports.some(({ status }) => status !== undefined);
  if (isRecordError(read) && (read.kind === 'proxy' || (!first && read.kind !== 'tls' && !isAnswered))) {
    return failed(messageOf(read));
  }
  if (proxy !== undefined) return ok(`Connected to ${host} through the proxy ${proxy}.`);
  return ok(first && first.remote !== host ? `Connected to ${host} (${first.remote}).` : `Connected to ${host}.`);
}

function encryption({ service, network }: ProbeRequest, { read, connections }: ConnectionFacts): Result {
  const { host, protocol } = new URL(service.address.origin);
  if (protocol === 'http:') return skipped('The address uses http, so nothing is encrypted.');
  if (isRecordError(read) && read.kind === 'tls') {
    return failed(`${messageOf(read)} Ask the operator of the service, or install the certificate of its issuer.`);
  }
  const certificate = connections.find((made) => made.host === host)?.certificate;
  if (!certificate) return ok('The connection is encrypted.');
  const { protocol: version, issuer, validUntil } = certificate;
  return network.strictSSL === false
    ? ok(`${version}. The certificate of ${issuer} was not verified, because http.proxyStrictSSL is off.`)
    : ok(`${version}, with a certificate of ${issuer} that is valid until ${validUntil}.`);
}

function answer(_: ProbeRequest, { read, reports }: ConnectionFacts): Result {
  if (isRecordError(read) && (answerFailures.has(read.kind) || read.reason === 'notHttp'))
    return failed(messageOf(read));
  const milliseconds = Math.round(reports.findLast(({ method }) => method === 'GET')?.milliseconds ?? 0);
  return ok(`The service answered in ${milliseconds} ms.`);
}

function credential({ service, hasCredential, refusal }: ProbeRequest, { read }: ConnectionFacts): Result {
  if (refusal) return failed(messageOf(refusal));
  if (isRecordError(read) && read.kind === 'unauthorized') {
    return failed(
      hasCredential
        ? `${messageOf(read)} Run Set Credential to replace it.`
        : `${messageOf(read)} Run Set Credential to add one.`,
    );
  }
  if (isRecordError(read) && read.kind === 'forbidden') {
    return failed(`${messageOf(read)} Run Set Credential to use another credential.`);
  }
  return hasCredential
    ? ok(`A credential is set for ${service.address.origin}, and the service does not reject it.`)
    : skipped(`No credential is set for ${service.address.origin}. The service can be read without one.`);
}

function record(_: ProbeRequest, facts: ConnectionFacts): Result {
  const { read } = facts;
  if (!isRecordError(read)) {
    const title = fieldText(read.record, 'title');
    return ok(title ? `The record "${title}" was read.` : 'The record was read.');
  }
  if (read.kind !== 'notFound') return failed(`${messageOf(read)} Check the address of the service.`);
  // Any web server has a page for what it doesn't have; one that names its methods at least has this API.
  return allowOf(facts)
    ? skipped(`${messageOf(read)} Open a record that exists, then test again.`)
    : failed(`${messageOf(read)} Check the address of the service, or test again with a record that exists.`);
}

function writing({ service, hasCredential }: ProbeRequest, facts: ConnectionFacts): Result {
  if (service.access === 'readOnly') return skipped(`The settings make "${service.name}" read-only.`);
  const allow = allowOf(facts);
  const methods = usesMethods.filter((method) => allow?.includes(method));
  if (allow && methods.length === 0)
    return skipped(`Records can't be saved: the service allows only ${allow.join(', ')}.`);
  const { options } = facts;
  if (options && !isRecordError(options) && options.describesWriting) {
    return ok('You can save records. Nothing was changed by this test.');
  }
  if (!hasCredential) {
    return skipped('No credential is set. Most services require one to save: run Set Credential.');
  }
  return allow
    ? ok(`The service supports ${methods.join(' and ')}. Whether you can save shows at the first save.`)
    : skipped('The service does not say whether records can be saved.');
}

function allowOf({ read, options }: ConnectionFacts): readonly string[] | undefined {
  return read.allow ?? options?.allow;
}
