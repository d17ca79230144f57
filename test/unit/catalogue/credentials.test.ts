import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { type CataloguesParts, catalogues } from '../../../src/catalogue/catalogues.ts';
import { groupings } from '../../../src/catalogue/grouping.ts';
import type { KeptVersion } from '../../../src/catalogue/records.ts';
import type { RecordEvent } from '../../../src/document/events.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { fingerprint, secretsOf } from '../../../src/service/call.ts';
import { RecordError } from '../../../src/service/recordError.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import { aSecret, filesWithSecrets, holdsSecret } from '../../support/secret.ts';

suite('a credential that the service repeats', () => {
  const secret = aSecret();
  const credential = { header: 'Authorization', value: `Token ${secret}` };
  const desk = {
    name: 'desk',
    address: parseServiceAddress('http://127.0.0.1:9'),
    saveMethod: 'auto',
    access: 'readWrite',
  };
  const repeating = (id: number): KeptVersion => {
    const { record } = aVersion(id, { summary: `You sent ${secret}.`, [secret]: 1, duration: 7 });
    return { record, etag: `"${secret}"` };
  };

  const opened = async (folder: string) => {
    const services = {
      all: () => [desk],
      find: () => desk,
      secrets: async () => secretsOf(credential),
      client: async () => ({
        read: async (id: number) => repeating(id),
        list: async () => ({ records: [{ id: 4, text: repeating(4).record.text }], total: 1 }),
      }),
    } as unknown as CataloguesParts['services'];
    const all = catalogues({ services, folder, log: { error: assert.fail } });
    const service = services.find('desk') ?? assert.fail();
    const options = { read: all.reader(service), credential: '', signal: new AbortController().signal };
    await all.of(service).update({ ...options, ids: [1, 2] });
    return { all, options, service };
  };

  test('is kept neither by an update, of a list or not, nor of what is noted on the way', async (t) => {
    const folder = join(await aCatalogueFolder(t), '..');
    const { all, options, service } = await opened(folder);
    const event = { kind: 'read', name: { service: 'desk', id: 3 }, version: repeating(3) } as RecordEvent;
    await all.note(event);
    const list = all.listReader(service);
    assert.ok(!holdsSecret(JSON.stringify(await list(undefined, options.signal))));
    await all.of(service).update({ ...options, list });
    assert.deepEqual(await filesWithSecrets(folder), []);
    const [found] = await all.find('', 'desk');
    assert.deepEqual(
      found?.records.map(({ id }) => id),
      [4, 3, 2, 1],
    );
    const texts: string[] = [];
    await all.each('desk', '', (_, record) => void texts.push(record), options.signal);
    for (const text of texts) {
      const { summary, duration } = JSON.parse(text);
      assert.deepEqual([summary, duration], ['You sent ….', 7]);
    }
    const { changed } = await all.of(service).update({ ...options, ids: [1, 2] });
    assert.equal(changed, 0, 'the same record is no change');
  });
});

test('the same credential is recognized before anything of the catalogue was loaded', async (t) => {
  const folder = join(await aCatalogueFolder(t), '..');
  const desk = { name: 'desk', address: parseServiceAddress('http://127.0.0.1:9') };
  const credential = { header: 'Authorization', value: 'Token one' };
  const services = {
    find: () => desk,
    fingerprint: (_: unknown, known?: string) => fingerprint(credential, known),
  } as unknown as CataloguesParts['services'];
  const opened = () => catalogues({ services, folder, log: { error: assert.fail } });
  const service = services.find('desk') ?? assert.fail();
  const first = await opened().credential(service);
  const options = { read: async (id: number) => aVersion(id), ids: [1], signal: new AbortController().signal };
  await opened()
    .of(service)
    .update({ ...options, credential: first });
  assert.equal(await opened().credential(service), first);
});

test('values and missing numbers are told at once, and known as soon as the catalogue is loaded', async (t) => {
  const folder = join(await aCatalogueFolder(t), '..');
  const desk = { name: 'desk', address: parseServiceAddress('http://127.0.0.1:9') };
  const services = { all: () => [desk], find: () => desk, fingerprint: async () => '' };
  const parts = { services: services as unknown as CataloguesParts['services'], folder, log: { error: assert.fail } };
  const service = parts.services.find('desk') ?? assert.fail();
  const read = async (id: number) => (id === 1 ? aVersion(id) : Promise.reject(new RecordError('notFound')));
  const options = { read, ids: [1, 2], credential: '', signal: new AbortController().signal };
  await catalogues(parts).of(service).update(options);
  const all = catalogues(parts);
  const [values, missing] = [await all.values('desk'), await all.missing('desk')];
  assert.deepEqual([values('category'), missing(2)], [[], false]);
  await all.of(service).loadOnce();
  assert.deepEqual([values('category'), (await all.missing('desk'))(2)], [['Harbour Days'], true]);
});

test('groups are kept for each of two services', async () => {
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => kept.set(key, value),
  };
  const [one, other] = ['http://one.example', 'http://other.example'].map(parseServiceAddress);
  assert.ok(one && other);
  const all = groupings(memory as unknown as CataloguesParts['memory']);
  await all.keep(one, { field: 'language', order: 'count' });
  await all.keep(other, { field: 'tags', order: 'name' });
  assert.deepEqual([all.of(one).field, all.of(other).field], ['language', 'tags']);
});

test('the name of a service before a query leaves out what another one has', async (t) => {
  const folder = join(await aCatalogueFolder(t), '..');
  const desks = ['one', 'other'].map((name, at) => ({
    name,
    address: parseServiceAddress(`http://127.0.0.1:${at + 1}`),
  }));
  const services = { all: () => desks, find: (name: string) => desks.find((desk) => desk.name === name) };
  const all = catalogues({
    services: services as unknown as CataloguesParts['services'],
    folder,
    log: { error: assert.fail },
  });
  const options = { read: async (id: number) => aVersion(id), ids: [1], signal: new AbortController().signal };
  for (const desk of desks) await all.of(desk as never).update({ ...options, credential: '' });
  const servicesOf = async (query: string) => (await all.find(query)).map(({ service }) => service);
  assert.deepEqual([await servicesOf('harbour'), await servicesOf('Other harbour')], [['one', 'other'], ['other']]);
});
