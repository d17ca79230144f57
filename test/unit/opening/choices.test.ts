import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedRecords, openChoices } from '../../../src/opening/choices.ts';
import { choiceTexts, searchTitle } from '../../../src/opening/pickRows.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Service, Services } from '../../../src/service/services.ts';
import { plainText } from '../../../src/workbench/plainText.ts';

function service(name: string, baseUrl: string): Service {
  return { name, address: parseServiceAddress(baseUrl), saveMethod: 'auto', access: 'readWrite' };
}

const staging = service('staging', 'https://Videos.example.org/base/');
const live = service('live', 'https://live.example.org');

function configured(all: readonly Service[], preferred?: Service): Services {
  const unused = () => Promise.reject(new Error('no request is needed'));
  return {
    onDidChange: () => ({ dispose() {} }),
    all: () => all,
    find: (name) => all.find((candidate) => candidate.name === name),
    default: () => preferred,
    isDefaultSet: () => preferred !== undefined,
    client: unused,
    allowWrite: unused,
    headers: unused,
    fingerprint: () => Promise.reject(new Error('Not used.')),
    secrets: unused,
    network: unused,
  };
}

const labels = (text: string, services: Services, preferred?: Service) =>
  openChoices(text, services, preferred).map((choice) => choiceTexts(choice).label);

test('an entry says which records it opens and where', () => {
  const services = configured([staging, live]);
  assert.deepEqual(labels('1-4, 9 12', configured([staging])), ['Open 6 records on staging']);
  assert.deepEqual(labels('https://live.example.org/api/v2/video/7/', services), ['Open record 7 on live']);
  assert.deepEqual(labels('https://videos.example.org/base/video/7/words', services), ['Open record 7 on staging']);
  assert.deepEqual(labels('videorecord://live/7-words.video.json', services), ['Open record 7 on live']);
});

test('a number is opened on the preferred service, or offered for each service', () => {
  const services = configured([staging, live]);
  assert.deepEqual(labels('7', services, live), ['Open record 7 on live']);
  assert.deepEqual(labels('7', services), ['Open record 7 on staging', 'Open record 7 on live']);
});

test('a number is offered for the other services too, after the one used last', () => {
  const services = configured([staging, live]);
  const choices = openChoices('7-8', services, live, { others: [staging] });
  assert.deepEqual(
    choices.map((choice) => choiceTexts(choice).label),
    ['Open 2 records on live', 'Open 2 records on staging'],
  );
});

test('a number after the name of a service is opened there', () => {
  const services = configured([staging, live], live);
  for (const text of ['staging 9', 'staging/9', ' Staging  #9 ']) {
    assert.deepEqual(labels(text, services, live), ['Open record 9 on staging'], text);
  }
  assert.deepEqual(namedRecords('staging/9', services).records, [{ service: 'staging', id: 9 }]);
  assert.throws(() => openChoices('boats 9', services), { code: 'notAnId', subject: 'boats' });
});

test('without a service, a number offers to add or start one', () => {
  assert.deepEqual(labels('7', configured([])), [
    'Add a service and open record 7',
    'Start the sample service and open record 7',
  ]);
});

test('an unknown address offers to add a service with that address', () => {
  const choices = openChoices('https://new.example.org/api/v2/video/7', configured([staging], staging));
  assert.deepEqual(choices, [{ kind: 'add', ids: [7], address: 'https://new.example.org' }]);
});

test('a link opens on the service with its address, whatever its name', () => {
  const link = 'vscode://video-records.video-records/open?address=https://live.example.org&id=7';
  assert.deepEqual(labels(link, configured([staging, { ...live, name: 'prod' }], staging)), ['Open record 7 on prod']);
});

test('an address may include the path of the API, as in the settings', () => {
  const link = (address: string) => `vscode://video-records.video-records/open?address=${address}&id=7`;
  for (const path of ['', '/', '/api/v2', '/api/v2/', '/api/v2/video', '/api/v2/video/12']) {
    const services = configured([staging, live], staging);
    assert.deepEqual(labels(link(`https://LIVE.example.org:443${path}`), services), ['Open record 7 on live'], path);
    assert.deepEqual(labels(link(`https://videos.example.org/base${path}`), services), ['Open record 7 on staging']);
    const [unknown] = openChoices(link(`https://new.example.org${path}`), services);
    assert.deepEqual(unknown, { kind: 'add', ids: [7], address: 'https://new.example.org' }, path);
  }
});

test('prefers the default of two services with the same address', () => {
  const twin = { ...live, name: 'live-too' };
  assert.deepEqual(labels('https://live.example.org/video/7', configured([live, twin]), twin), [
    'Open record 7 on live-too',
  ]);
});

test('ambiguous input from a program is an error', () => {
  assert.deepEqual(namedRecords(7, configured([staging])).records, [{ service: 'staging', id: 7 }]);
  assert.deepEqual(namedRecords(7, configured([staging, live], live)).records, [{ service: 'live', id: 7 }]);
  assert.throws(
    () => namedRecords('7', configured([staging, live])),
    /Several services are configured \(staging, live\)/,
  );
  assert.throws(() => namedRecords('7', configured([])), /No service is configured/);
  assert.throws(() => namedRecords('https://new.example.org/video/7', configured([staging], staging)), /Add Service/);
  assert.throws(() => namedRecords('seven', configured([staging], staging)), { code: 'notAnId', subject: 'seven' });
  for (const input of [true, -1, 1.5, Number.NaN, 2 ** 60]) {
    assert.throws(() => namedRecords(input, configured([staging], staging)), Error, String(input));
  }
});

test('the title of a search says how old the catalogue is, and that its update was stopped', () => {
  const found = { service: 'staging', asOf: Date.now(), records: [] };
  assert.equal(searchTitle(plainText('Open Record'), [found]), 'Open Record (catalogue as of now)');
  const stopped = searchTitle(plainText('Open Record'), [{ ...found, isIncomplete: true }]);
  assert.equal(stopped, 'Open Record (catalogue as of now, incomplete)');
});
