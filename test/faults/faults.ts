import { drip, halfBody, halfHeader, huge, reset, silence } from '../support/behaviours.ts';
import { reply } from '../support/recordService.ts';
import type { FaultClass } from './outcomes.ts';
import type { ServiceName } from './stage.ts';
import {
  type Arrange,
  atGate,
  behindProxy,
  breaks,
  clockGoesBack,
  diskIsFull,
  loses,
  type Meeting,
  meets,
  says,
  storesAndSays,
  withCertificate,
} from './troubles.ts';

export interface Fault {
  readonly name: string;
  readonly class: FaultClass;
  readonly service: ServiceName;
  readonly arrange: Arrange;
}

const html = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';
const tooMuch = 2 * 1024 * 1024;
const authorization = 'Basic bm90Om91cnM=';
const no = '{"detail":"No."}';

const resetAfterAnswer: Meeting = (response, proceed) => {
  response.once('finish', () => response.socket?.resetAndDestroy());
  reply(response, proceed());
};
const restart: Meeting = (_response, _proceed, { gates: { desk } }) => {
  void desk.down().then(() => desk.up());
};
const dieAfterStoring: Meeting = (_response, proceed, { gates: { desk } }) => {
  proceed();
  void desk.down();
};
const ignore: Meeting = (response, _proceed, { records }, { id }) => {
  reply(response, { status: 200, body: JSON.stringify(records.record(id)) });
};
const storeSomethingElse: Meeting = (response, proceed, { records }) => {
  const { rewrite } = records;
  records.rewrite = (fields) => ({ ...fields, title: 'Something else' });
  reply(response, proceed());
  records.rewrite = rewrite;
};
const stampLongAgo: Meeting = (response, proceed, { records }, { id }) => {
  const answer = proceed();
  const stamp = (one: number) =>
    records.raw(one, JSON.stringify({ ...records.record(one), updated: '1999-12-31T23:59:59.000' }));
  // A page of the list keeps what it said before.
  for (const one of id < 0 ? records.listed : [id]) stamp(one);
  reply(response, id < 0 ? answer : { ...answer, body: JSON.stringify(records.record(id)) });
};

export const faults: readonly Fault[] = [
  {
    name: 'connection refused',
    class: 'unreachable',
    service: 'desk',
    arrange: atGate(
      'desk',
      (gate) => gate.down(),
      (gate) => gate.up(),
    ),
  },
  atService('reset before the answer', 'lostRequest', loses(reset)),
  atService(
    'reset in the answer',
    'brokenAnswer',
    breaks((body) => halfBody(body, 'reset')),
  ),
  atService('reset after the answer', 'hangsUp', resetAfterAnswer),
  {
    name: 'timeout while connecting',
    class: 'unreachable',
    service: 'vault',
    arrange: atGate(
      'vault',
      (gate) => {
        gate.silent = true;
      },
      (gate) => {
        gate.silent = false;
      },
    ),
  },
  atService('timeout before the answer', 'lostRequest', loses(silence)),
  atService(
    'timeout in the head',
    'brokenAnswer',
    breaks(() => halfHeader('stay')),
  ),
  atService(
    'timeout in the body',
    'brokenAnswer',
    breaks((body) => halfBody(body, 'stay')),
  ),
  atService(
    'slow drip',
    'brokenAnswer',
    breaks((body) => drip(body, 50)),
  ),
  atService(
    'half a body',
    'brokenAnswer',
    breaks((body) => halfBody(body, 'end')),
  ),
  atService(
    'bad JSON',
    'brokenAnswer',
    storesAndSays(200, (body) => body.slice(0, -9)),
  ),
  atService(
    'HTML',
    'brokenAnswer',
    storesAndSays(200, () => html),
  ),
  atService(
    'oversized, with a length',
    'brokenAnswer',
    breaks(() => huge(tooMuch, true)),
  ),
  atService(
    'oversized, without a length',
    'brokenAnswer',
    breaks(() => huge(tooMuch, false)),
  ),
  // One status for each kind of error: above `service/` nothing else differs, and its tests have every status.
  atService('400 with messages for fields', 'refused', says(400, '{"title":["No."]}')),
  atService('401', 'refused', says(401, no, { 'www-authenticate': 'Token' })),
  atService('403', 'refused', says(403, no)),
  atService('404', 'refused', says(404, no)),
  atService('405', 'notOffered', says(405, no)),
  atService('409', 'refused', says(409, no)),
  atService('412', 'refused', says(412, no)),
  atService('413', 'refused', says(413, html)),
  atService('415', 'refused', says(415, no)),
  atService('429', 'refused', says(429, no, { 'retry-after': '600' })),
  ...[502, 503].map((status) => atService(`${status}`, 'refused', says(status, html))),
  ...[502, 503].map((status) =>
    atService(
      `${status} after storing`,
      'failsAfterStoring',
      storesAndSays(status, () => html),
    ),
  ),
  atService('redirect loop', 'refused', (response, _proceed, _stage, { id }) =>
    reply(response, { status: 307, headers: { location: `/api/v2/video/${id}` } }),
  ),
  atService('redirect to another origin', 'refused', says(307, '', { location: 'http://127.0.0.1:9/' })),
  { ...tls('TLS: unknown authority'), arrange: withCertificate(({ unknownAuthority }) => unknownAuthority) },
  { ...tls('TLS: expired'), arrange: withCertificate(({ expired }) => expired) },
  { ...tls('TLS: wrong name'), arrange: withCertificate(({ wrongName }) => wrongName) },
  { ...tls('proxy refuses'), arrange: behindProxy({ refuseWith: 403 }) },
  { ...tls('proxy asks for authentication, TLS'), arrange: behindProxy({ authorization }) },
  {
    name: 'proxy asks for authentication',
    class: 'unreachable',
    service: 'desk',
    arrange: behindProxy({ authorization }),
  },
  { name: 'server restarts', class: 'restart', service: 'desk', arrange: meets(restart, 1) },
  atService('server dies after storing', 'diesAfterStoring', dieAfterStoring),
  atService('server ignores the write', 'ignores', ignore),
  atService('server forgets the write, answers 204', 'pretends', says(204)),
  atService('server forgets the write, answers HTML', 'pretends', says(200, html)),
  atService('server stores something else', 'rewrites', storeSomethingElse),
  atService('the service’s clock goes backwards', 'harmless', stampLongAgo),
  { name: 'this machine’s clock goes backwards', class: 'harmless', service: 'desk', arrange: clockGoesBack },
  { name: 'this machine’s disk is full', class: 'diskFull', service: 'desk', arrange: diskIsFull },
];

function atService(name: string, faultClass: FaultClass, meeting: Meeting): Fault {
  return { name, class: faultClass, service: 'desk', arrange: meets(meeting) };
}

function tls(name: string): Omit<Fault, 'arrange'> {
  return { name, class: 'unreachable', service: 'vault' };
}
