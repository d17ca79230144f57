import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { UpdateOptions } from '../../../src/catalogue/update.ts';
import { readableRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { createClient } from '../../../src/service/client.ts';
import { createTransport } from '../../../src/service/transport.ts';
import { aCatalogueFolder, aVersion } from '../../support/catalogueSetup.ts';
import { json, type ListShape, listedText, results, startListService } from '../../support/listService.ts';

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** A service with a list, a catalogue of it, and updates of that. */
async function setUp(t: TestContext, ids: readonly number[], pageSize = 20, maxBytes = 1024 * 1024) {
  const service = await startListService(ids, pageSize);
  t.after(service.close);
  const transport = createTransport({ connectTimeout: 30_000 });
  t.after(() => transport.close());
  const credential = { header: 'Authorization', value: 'Token of-this-service' };
  const address = parseServiceAddress(service.baseUrl);
  const client = createClient({ address, transport, timeout: 30_000, maxBytes, credential });
  const records = catalogue(await aCatalogueFolder(t));
  const options: UpdateOptions = {
    read: (id, etag, signal) =>
      etag === undefined ? client.read(id, { signal }) : client.readIfChanged(id, etag, { signal }),
    list: (at, signal) => client.list({ signal, paced: true, ...(at && { at }) }),
    credential: '',
    signal: new AbortController().signal,
  };
  const update = async (more: Partial<UpdateOptions> = {}) => {
    service.taken();
    const result = await records.update({ ...options, ...more });
    const taken = service.taken();
    const byNumber = taken.filter((request) => request.startsWith('GET')).length;
    return { result, taken, byNumber, pages: taken.length - byNumber };
  };
  const texts = async () => {
    const found = new Map<number, string>();
    await records.each('', (id, text) => found.set(id, readableRecord(text).text));
    return found;
  };
  /** What the service has, exactly. */
  const expected = () => new Map([...service.records].map(([id, text]) => [id, readableRecord(text).text] as const));
  const hasAll = async () => assert.deepEqual(sorted(await texts()), sorted(expected()));
  return { service, records, update, hasAll, client };
}

function sorted(texts: ReadonlyMap<number, string>) {
  return [...texts].sort(([one], [other]) => one - other);
}

/** With a gap that reading by number would not get over. */
const scattered = [...range(1, 30), ...range(1000, 1015), 5000];

suite('a list', () => {
  const shapes: Readonly<Record<string, ListShape>> = {
    results,
    'a bare array with a Link header': ({ items, next }) =>
      json(`[${items}]`, next && { link: `<${next}>; title="a, b"; rel="next", <x>; rel=last` }),
    'objects with a relative address in meta': ({ items, number, next, count }) =>
      json(
        `{"meta":{"next":${next ? `"/api/v2/video?page=${number + 1}"` : 'null'},"total_count":${count}},"objects":[${items}]}`,
      ),
    'data with links.next.href': ({ items, next }) =>
      json(`{"data":[${items}],"links":{"next":${next ? `{"href":"${next}"}` : 'null'}},"errors":[]}`),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    test(`as ${name}: all records, in as many requests as it has pages, and three to test it`, async (t) => {
      const { service, update, hasAll } = await setUp(t, scattered);
      service.shape = shape;
      const { result, taken } = await update();
      assert.deepEqual(result, { read: 47, changed: 47, missing: 0, failed: 0 });
      assert.deepEqual(taken, ['list 1', 'GET 1', 'list 2', 'list 3', 'GET 24', 'GET 5000'].toSorted(asTaken(taken)));
      await hasAll();
    });
  }

  test('as a bare array with more values than a record may have', async (t) => {
    const { service, update, hasAll } = await setUp(t, range(1, 2000), 2000, 20 * 1024 * 1024);
    service.shape = ({ items }) => json(`[${items}]`);
    assert.equal((await update()).pages, 1);
    await hasAll();
  });

  test('keeps every digit of a number, and every record as if it had been read alone', async (t) => {
    const { service, update, hasAll, records } = await setUp(t, [1, 2, 3]);
    service.records.set(
      2,
      '{"id":2,"title":"\\u0041 \\ud83d","duration":12345678901234567890,"x":1.0,"o":{"a":[1,{}]}}',
    );
    await update();
    await hasAll();
    const alone = readableRecord(service.records.get(2) ?? '');
    await records.note(2, { record: alone });
    assert.equal((await update()).result.changed, 0);
  });

  test('later reads only its pages: what is new, changed or gone follows', async (t) => {
    const { service, update, hasAll, records } = await setUp(t, scattered);
    await update();
    service.records.delete(1010);
    service.records.set(7, listedText(7, { title: 'New', updated: '2025-01-01T00:00:00' }));
    service.records.set(6000, listedText(6000));
    const { result, pages, byNumber } = await update();
    assert.deepEqual(result, { read: 47, changed: 2, missing: 1, failed: 0 });
    assert.deepEqual([pages, byNumber], [3, 4]);
    await hasAll();
    assert.ok(records.isMissing(1010) && records.isMissing(500) && !records.isMissing(7000));
  });

  test('of records cut short only tells which numbers exist, and later which have changed', async (t) => {
    const { service, update, hasAll } = await setUp(t, scattered);
    service.item = (text) => {
      const { id, title, updated } = JSON.parse(text);
      return JSON.stringify({ id, title, updated });
    };
    const first = await update();
    assert.deepEqual([first.result.read, first.byNumber], [47, 48]);
    await hasAll();
    service.records.set(7, listedText(7, { title: 'New', updated: '2025-01-01T00:00:00' }));
    const second = await update();
    assert.deepEqual([second.result, second.byNumber], [{ read: 47, changed: 1, missing: 0, failed: 0 }, 2]);
    await hasAll();
  });

  test('of records that are cut, with "updated" written in another way, keeps none of them', async (t) => {
    const { service, update, hasAll } = await setUp(t, scattered);
    service.item = (text) => {
      const record = JSON.parse(text);
      return JSON.stringify({ ...record, description: '…', updated: `${record.updated}Z` });
    };
    await update();
    await hasAll();
  });

  test('that shortens only some records is noticed with one of the three', async (t) => {
    const { service, update, hasAll } = await setUp(t, scattered);
    service.item = (text) => (text.includes('"id":5000') ? '{"id":5000}' : text);
    await update();
    await hasAll();
  });

  test('a record that someone changes right after its page is not taken for one that was cut short', async (t) => {
    const { service, update } = await setUp(t, [1, 2, 3]);
    service.shape = (page, { records }) => {
      records.set(1, listedText(1, { updated: '2025-01-01T00:00:00', title: 'Newer' }));
      return results(page, service);
    };
    assert.equal((await update()).byNumber, 3);
  });

  test('a record that it leaves out is kept as long as the service has it', async (t) => {
    const { service, records, update } = await setUp(t, [1, 2, 3]);
    await update();
    const draft = listedText(9);
    service.shape = ({ items }) => json(`{"count":3,"results":[${items.filter((item) => item !== draft)}]}`);
    service.records.set(9, draft);
    await records.note(9, aVersion(9));
    const { result } = await update();
    assert.deepEqual([result.read, records.isMissing(9), records.state()?.records], [4, false, 4]);
  });

  test('a record that was saved while the list was read is not replaced by the one in the list', async (t) => {
    const { service, records, update } = await setUp(t, scattered);
    await update();
    service.shape = (page) => {
      if (page.number === 3) void records.note(7, aVersion(7, { title: 'Saved' }));
      return results(page, service);
    };
    await update();
    assert.equal(records.entries().find(({ id }) => id === 7)?.facts.title, 'Saved');
  });

  test('records that move between pages while it is read are all found', async (t) => {
    const { service, update, hasAll } = await setUp(t, range(1, 60));
    let isChanged = false;
    service.shape = (page, { records }) => {
      // Number 21 moves to the page that was read before.
      if (page.number === 1 && !isChanged) records.delete(1);
      isChanged = true;
      return results(page, service);
    };
    const { pages } = await update();
    assert.equal(pages, 6);
    await hasAll();
  });

  test('a progress with its true end', async (t) => {
    const { update } = await setUp(t, scattered);
    const listed: unknown[] = [];
    await update({ report: (progress) => progress.listed && listed.push(progress.listed) });
    assert.deepEqual(
      listed,
      [20, 40, 47].map((read) => ({ read, total: 47 })),
    );
  });

  test('a progress that counts no record of the list as a request for the rest', async (t) => {
    const { service, update } = await setUp(t, scattered);
    await update();
    service.records.delete(1010);
    const rest: unknown[] = [];
    await update({ report: ({ listed, asked, total }) => listed || rest.push([asked, total]) });
    assert.deepEqual(rest, [[1, 1]]);
  });
});

function asTaken(taken: readonly string[]) {
  return (one: string, other: string) => taken.indexOf(one) - taken.indexOf(other);
}

test('whatever the list is, the catalogue has all records, or says where it ended', { timeout: 120_000 }, async (t) => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 260 }), { minLength: 1, maxLength: 50 });
  const faults = fc.constantFrom('none', 'none', 'none', 'cut', 'cutLater', 'count', 'repeats', 'breaks', 'skips');
  const model = fc.record({ ids, pageSize: fc.integer({ min: 1, max: 30 }), fault: faults, isBare: fc.boolean() });
  const shapeFor = (fault: string, isBare: boolean): ListShape => {
    return ({ items, next, count, number }, { pageSize }) => {
      if (fault === 'breaks' && number === 2) return { status: 500 };
      const again = fault === 'repeats' && number === 3 ? '?page=2' : next;
      const shown = fault === 'skips' && number === 2 ? items.slice(1) : items;
      const total = fault === 'count' ? count + pageSize : count;
      if (isBare && fault !== 'skips') return json(`[${shown}]`, again && { link: `<${again}>; rel=next` });
      return json(`{"results":[${shown}],"count":${total},"next":${JSON.stringify(again ?? null)}}`);
    };
  };
  const holds = fc.asyncProperty(model, async ({ ids, pageSize, fault, isBare }) => {
    const { service, update, hasAll } = await setUp(t, ids, pageSize);
    service.shape = shapeFor(fault, isBare);
    if (fault.startsWith('cut')) {
      const isCut = (text: string) => fault === 'cut' || text === [...service.records.values()].at(-1);
      service.item = (text) => (isCut(text) ? `{"id":${JSON.parse(text).id}}` : text);
    }
    const { result } = await update();
    const { end } = result;
    // Reading by number may end at a gap, and says where.
    for (const id of ids) if (end && id > end.upTo) service.records.delete(id);
    assert.deepEqual([result.failed, result.stopped], [0, undefined]);
    await hasAll();
  });
  await fc.assert(holds, { numRuns: 12 });
});

suite('what is no list to rely on ends with reading by number', () => {
  const ids = range(1, 45);
  const shapes: Readonly<Record<string, ListShape>> = {
    '404': () => ({ status: 404, body: '{"detail":"Not found."}' }),
    '401': () => ({ status: 401, body: '{"detail":"Who are you?"}' }),
    '500': () => ({ status: 500, body: '<title>Oops</title>' }),
    'a web page': () => ({ status: 200, body: '<html><title>Videos</title></html>' }),
    'an empty list': () => json('{"count":0,"next":null,"results":[]}'),
    'a number': () => json('5'),
    'a list of numbers': () => json('[1,2,3]'),
    'IDs that are no integers': ({ items }) => json(`[${items},{"id":"7"}]`),
    'IDs of 20 digits': ({ items }) => json(`[${items},{"id":12345678901234567890}]`),
    'two lists': ({ items }) => json(`{"results":[${items}],"featured":[${items}]}`),
    'fewer records than it says, and no way to the others': ({ items, count }) =>
      json(`{"count":${count},"results":[${items}]}`),
    'a page of more without a way to them': ({ items }) =>
      json(`{"items":[${items}],"has_more":true,"nextPageToken":"20"}`),
    'the last page of a list, without a way to the others': (_, { records }) =>
      json(`[${[...records.values()].slice(-5)}]`, { 'x-total-count': '45' }),
    'a next page without an address': ({ items }) => json(`{"results":[${items}],"next":2}`),
    'a next page on another origin': ({ items }) =>
      json(`{"results":[${items}],"next":"http://127.0.0.1:1/api/v2/video?page=2"}`),
    'a next page under another path': ({ items }) => json(`{"results":[${items}],"next":"/api/v2/other?page=2"}`),
    'a next page that repeats the credential': ({ items }) =>
      json(`{"results":[${items}],"next":"/api/v2/video/of-this-service?page=2"}`),
    'a next page that is the same': ({ items }) => json(`{"results":[${items}],"next":"/api/v2/video?page=1"}`),
    'pages that go round': ({ items, number }) => json(`{"results":[${items}],"next":"?page=${(number % 3) + 1}"}`),
    'pages without an end': ({ number }, { records }) =>
      json(`{"results":[${[...records.values()].slice(0, 20)}],"next":"?page=${number + 1}"}`),
    'a page that breaks': (page, service) => (page.number === 2 ? json('{"results":[{"id":') : results(page, service)),
    'a page that is missing': (page, service) => (page.number === 2 ? { status: 404 } : results(page, service)),
    'an answer that is too large': ({ items }) => json(`[${items},{"id":1,"x":"${'x'.repeat(1024 * 1024)}"}]`),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, async (t) => {
      const { service, update, hasAll } = await setUp(t, ids);
      service.shape = shape;
      const { result, pages } = await update();
      const { end, changed: _, ...counts } = result;
      assert.deepEqual(
        [counts, end],
        [
          { read: 45, missing: 200, failed: 0 },
          { last: 45, upTo: 245 },
        ],
      );
      assert.ok(pages <= 6, `${pages} pages`);
      await hasAll();
    });
  }

  test('an endless list of invented records leaves none of them', { timeout: 120_000 }, async (t) => {
    const { service, update, hasAll } = await setUp(t, [1, 2], 2);
    service.shape = ({ number, items }) => {
      const invented = range(number * 20_000, number * 20_000 + 19_999).map((id) => `{"id":${id}}`);
      return json(`{"results":[${[...items, ...invented]}],"next":"?page=${number + 1}"}`);
    };
    assert.equal((await update()).pages, 3);
    await hasAll();
  });

  test('the credential goes to no other origin', async (t) => {
    const [{ service, update }, other] = [await setUp(t, ids), await startListService(ids)];
    t.after(other.close);
    service.shape = ({ items }) => json(`[${items}]`, { link: `<${other.baseUrl}/api/v2/video?page=2>; rel="next"` });
    await update();
    assert.deepEqual([[...service.credentials], other.taken()], [['Token of-this-service'], []]);
  });

  test('a cancellation while records are compared takes none for missing', async (t) => {
    const { update, records, client } = await setUp(t, ids);
    const abort = new AbortController();
    const read: UpdateOptions['read'] = (id, _, signal) => {
      if (id > 1) abort.abort();
      return client.read(id, { signal });
    };
    const { result } = await update({ signal: abort.signal, read });
    assert.equal(result.stopped, 'cancelled');
    assert.deepEqual(ids.filter(records.isMissing), []);
  });

  test('a cancellation keeps the pages that were read, and no other number is asked for', async (t) => {
    const { update, records } = await setUp(t, ids);
    const abort = new AbortController();
    const { result, byNumber } = await update({
      signal: abort.signal,
      report: ({ listed }) => listed?.read === 40 && abort.abort(),
    });
    assert.deepEqual(result, { read: 40, changed: 40, missing: 0, failed: 0, stopped: 'cancelled' });
    assert.deepEqual([byNumber, records.state()?.isComplete, records.state()?.records], [1, false, 40]);
  });
});
