import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { Basis, type Edits } from '../../../src/document/edits.ts';
import type { RecordEvents } from '../../../src/document/events.ts';
import { recordOperations } from '../../../src/document/operations.ts';
import type { SaveOutcome } from '../../../src/document/outcome.ts';
import { RecordDocument } from '../../../src/document/recordDocument.ts';
import { type Consent, type SaveRequest, saveRecord } from '../../../src/document/saveRecord.ts';
import type { RecordedWrite, WriteJournal } from '../../../src/document/writeJournal.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { createClient } from '../../../src/service/client.ts';
import type { Services } from '../../../src/service/services.ts';
import { createTransport } from '../../../src/service/transport.ts';
import { type RecordService, type Reply, reply, startRecordService } from '../../support/recordService.ts';

const name = { service: 'talks', id: 5 };

/** A service with record 5, behind this proxy if one is given, and saves of changes to what it has now. */
async function setUp(t: TestContext, through?: (origin: string) => Promise<TestServer>) {
  const service = await startRecordService([5]);
  const front = await through?.(service.baseUrl);
  const transport = createTransport({ connectTimeout: 1000 });
  t.after(async () => {
    await transport.close();
    await front?.close();
    await service.close();
  });
  const client = createClient({
    address: parseServiceAddress(front?.baseUrl ?? service.baseUrl),
    transport,
    timeout: 5000,
    maxBytes: 1e6,
  });
  const edits = (fields: object, base = JSON.stringify(service.record(5))): Edits =>
    new Basis({ record: parseRecord(base), serviceAddress: service.baseUrl, order: 0 }).edits(
      JSON.stringify({ ...JSON.parse(base), ...fields }),
    );
  const request = (fields: object, more: Partial<SaveRequest> = {}): SaveRequest => ({
    name,
    edits: edits(fields),
    client,
    method: 'auto',
    isOwnChange: () => false,
    ask: async () => 'notNeeded',
    online: (task) => task(new AbortController().signal),
    ...more,
  });
  return { service, request, client };
}

/** The edits of a text whose base was lost. */
function withoutBase({ edits }: SaveRequest): Edits {
  return { ...edits, base: undefined, changes: [], reverts: [] };
}

function savedOf(outcome: SaveOutcome) {
  assert.equal(outcome.kind, 'saved');
  return outcome.kind === 'saved' ? outcome : assert.fail();
}

interface TestServer {
  readonly baseUrl: string;
  close(): Promise<unknown>;
}

/** Keeps what it has read once, as long as nobody asks for better. */
async function startCache(origin: string): Promise<TestServer> {
  const kept = new Map<string, string>();
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    const known = headers['cache-control'] === 'no-cache' ? undefined : kept.get(url);
    const text = known ?? (await (await fetch(origin + url, { method })).text());
    if (method === 'GET') kept.set(url, text);
    response.end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, close: () => once(server.close(), 'close') };
}

/** As servers that compress do: the ETag of a compressed answer is none that they know. */
function compressing(service: RecordService): void {
  service.etags = true;
  for (let count = 0; count < 5; count += 1) {
    service.intercept('GET', ({ headers }, response, answer) => {
      const { headers: given, ...rest } = answer();
      const suffix = headers['accept-encoding'] === 'identity' ? '"' : '-gzip"';
      reply(response, { ...rest, headers: { ...given, etag: String(given?.etag).replace(/"$/, suffix) } });
    });
  }
}

/** Answers what is asked, and does something meanwhile. */
function asking(answer: Consent, meanwhile: () => void = () => {}) {
  const asked: (readonly string[])[] = [];
  const ask: SaveRequest['ask'] = async (_write, reverts) => {
    asked.push(reverts);
    meanwhile();
    return answer;
  };
  return { asked, ask };
}

suite('before the service is asked', () => {
  test('no change sends nothing', async (t) => {
    const { service, request } = await setUp(t);
    assert.equal((await saveRecord(request({}))).kind, 'unchanged');
    assert.deepEqual(service.taken(), []);
  });

  test('a wrong type stops the save and names the field', async (t) => {
    const { service, request } = await setUp(t);
    const outcome = await saveRecord(request({ speakers: 'Ann' }));
    assert.ok(outcome.kind === 'invalid' && outcome.problems[0]?.field === 'speakers');
    assert.deepEqual(service.taken(), []);
  });

  test('a changed id and a field that PATCH can not remove are refused', async (t) => {
    const { service, request } = await setUp(t);
    const allow = ['GET', 'PATCH', 'PUT'];
    const changed = await saveRecord(request({ id: 7 }, { allow }));
    assert.ok(changed.kind === 'invalid' || changed.kind === 'refused');
    assert.deepEqual(await saveRecord(request({ summary: undefined }, { allow })), {
      kind: 'refused',
      code: 'fieldRemoved',
      field: 'summary',
    });
    assert.deepEqual(service.taken(), []);
  });

  test('the text of another record is refused where the base is lost', async (t) => {
    const { service, request } = await setUp(t);
    const other = request({ id: 7, title: 'Another talk' });
    const outcome = await saveRecord({ ...other, edits: withoutBase(other) });
    assert.deepEqual(outcome, { kind: 'refused', code: 'otherRecord', field: 'id', id: '7' });
    assert.deepEqual(service.taken(), []);
  });
});

suite('reading and merging', () => {
  test('only my changes are sent, and the change of someone else is kept', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine' });
    service.change(5, { summary: 'Theirs' });
    const saved = savedOf(await saveRecord(mine));
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.ok(saved.theirs.includes('summary'));
    assert.equal(service.record(5).summary, 'Theirs');
  });

  test('what the service has already is not sent again', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Same' });
    service.change(5, { title: 'Same' });
    assert.equal(savedOf(await saveRecord(mine)).write, undefined);
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  test('both replacing one speaker is a conflict, not two speakers', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ speakers: ['Ada Example', 'Bo Samples'] });
    service.change(5, { speakers: ['Ada Example', 'Bob Sample'] });
    assert.equal((await saveRecord(mine)).kind, 'conflict');
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  test('the answer to a conflict is good only for the values that were shown', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine' });
    service.change(5, { title: 'Theirs' });
    const first = await saveRecord(mine);
    const resolution = { side: 'mine', conflicts: first.kind === 'conflict' ? first.conflicts : [] } as const;
    service.change(5, { title: 'Theirs, newer' });
    assert.equal((await saveRecord({ ...mine, resolution })).kind, 'conflict');
    service.change(5, { title: 'Theirs' });
    savedOf(await saveRecord({ ...mine, resolution }));
    assert.equal(service.record(5).title, 'Mine');
  });

  test('a cache on the way does not hide what someone else changed', async (t) => {
    const { service, request, client } = await setUp(t, startCache);
    const mine = request({ title: 'Mine' });
    await client.read(5);
    service.change(5, { title: 'Theirs' });
    assert.equal((await saveRecord(mine)).kind, 'conflict');
    assert.equal(service.record(5).title, 'Theirs');
  });

  test('with a lost base every difference is a conflict, and a wrong type still stops the save', async (t) => {
    const { service, request } = await setUp(t);
    const wrong = request({ speakers: 'Ann' });
    const lost = { ...wrong, edits: withoutBase(wrong) };
    const first = await saveRecord(lost);
    const conflicts = first.kind === 'conflict' ? first.conflicts : assert.fail();
    const second = await saveRecord({ ...lost, resolution: { side: 'mine', conflicts } });
    assert.equal(second.kind, 'invalid');
    assert.deepEqual(service.record(5).speakers, ['Ada Example', 'Bo Sample']);
  });

  test('with a lost base a field that only I have is a conflict too', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({});
    const { whiteboard: _, ...fields } = service.record(5);
    service.raw(5, JSON.stringify(fields));
    const lost = { ...mine, edits: withoutBase(mine) };
    const first = await saveRecord(lost);
    const conflicts = first.kind === 'conflict' ? first.conflicts : assert.fail();
    assert.deepEqual(
      conflicts.map(({ field, theirs }) => [field, theirs]),
      [['whiteboard', undefined]],
    );
    savedOf(await saveRecord({ ...lost, resolution: { side: 'theirs', conflicts } }));
    assert.equal('whiteboard' in service.record(5), false);
  });

  test('what Take Theirs chose is not called merged', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine', state: 2 });
    service.change(5, { title: 'Theirs', summary: 'Theirs' });
    const first = await saveRecord(mine);
    const conflicts = first.kind === 'conflict' ? first.conflicts : assert.fail();
    const { theirs } = savedOf(await saveRecord({ ...mine, resolution: { side: 'theirs', conflicts } }));
    assert.deepEqual([theirs.includes('title'), theirs.includes('summary')], [false, true]);
    assert.deepEqual([service.record(5).title, service.record(5).state], ['Theirs', 2]);
  });

  test('with a lost base nothing is called someone else’s change', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine' });
    const { summary: _, ...fields } = JSON.parse(mine.edits.edited.text);
    const lost = { ...mine, edits: { ...withoutBase(mine), edited: parseRecord(JSON.stringify(fields)) } };
    const first = await saveRecord(lost);
    const conflicts = first.kind === 'conflict' ? first.conflicts : assert.fail();
    const saved = savedOf(await saveRecord({ ...lost, resolution: { side: 'mine', conflicts } }));
    assert.deepEqual([saved.theirs, service.record(5).title], [[], 'Mine']);
  });
});

test('two saves of a record at once keep the changes of both', async (t) => {
  const { service, request } = await setUp(t);
  const [one, other] = [request({ title: 'One' }, { method: 'put' }), request({ summary: 'Other' }, { method: 'put' })];
  const events = { happened: { fire: () => {} } } as unknown as RecordEvents;
  const { saveRow, ownWrites } = recordOperations({} as Services, { record: async () => {} }, events);
  const row = () => new RecordDocument(name, ownWrites);
  await Promise.all([saveRow(row(), one, savedOf), saveRow(row(), other, savedOf)]);
  assert.deepEqual([service.record(5).title, service.record(5).summary], ['One', 'Other']);
});

suite('asking', () => {
  test('what changed while the user was asked is found before anything is sent', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine' });
    const { asked, ask } = asking('agreed', () => service.change(5, { title: 'Changed meanwhile' }));
    assert.equal((await saveRecord({ ...mine, ask })).kind, 'conflict');
    assert.equal(asked.length, 1);
    assert.equal(service.record(5).title, 'Changed meanwhile');
  });

  test('a write that became another one since the user agreed is asked about again', async (t) => {
    const { service, request } = await setUp(t);
    service.change(5, { summary: 'one\ntwo\nthree' });
    const mine = request({ summary: 'ONE\ntwo\nthree' });
    const asked: string[] = [];
    const ask: SaveRequest['ask'] = async ({ body }) => {
      asked.push(body);
      if (asked.length === 1) service.change(5, { summary: 'one\ntwo\nTHREE' });
      return 'agreed';
    };
    savedOf(await saveRecord({ ...mine, ask }));
    assert.deepEqual(asked, ['{"summary":"ONE\\ntwo\\nthree"}', '{"summary":"ONE\\ntwo\\nTHREE"}']);
    assert.equal(service.requests.at(-1)?.body, asked[1]);
  });

  test('a PUT in place of the PATCH that the user agreed to is asked about too', async (t) => {
    const { service, request } = await setUp(t);
    service.intercept('PATCH', (_, response) => reply(response, { status: 405 }));
    const asked: string[] = [];
    const ask: SaveRequest['ask'] = async ({ method }) => {
      asked.push(method);
      return 'agreed';
    };
    savedOf(await saveRecord(request({ title: 'Mine' }, { ask })));
    assert.deepEqual(asked, ['PATCH', 'PUT']);
  });

  test('nothing is read again if no question was asked', async (t) => {
    const { service, request } = await setUp(t);
    savedOf(await saveRecord(request({ title: 'Mine' })));
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
  });

  test('a no sends nothing', async (t) => {
    const { service, request } = await setUp(t);
    const { ask } = asking({ kind: 'declined', why: 'user' });
    assert.equal((await saveRecord(request({ title: 'Mine' }, { ask }))).kind, 'declined');
    assert.deepEqual(service.taken(), ['GET 5']);
  });

  for (const method of ['patch', 'put'] as const) {
    test(`what the user agreed to is sent, although the record counts its readers (${method})`, async (t) => {
      const { service, request } = await setUp(t);
      const mine = request({ title: 'Mine' }, { method });
      for (let count = 0; count < 9; count += 1) {
        service.intercept('GET', (_, response, answer) => {
          service.change(5, { views: count });
          reply(response, answer());
        });
      }
      const { asked, ask } = asking('agreed');
      savedOf(await saveRecord({ ...mine, ask }));
      assert.equal(asked.length, 1);
      assert.equal(service.record(5).title, 'Mine');
    });
  }

  test('Keep Theirs sends the other changes and leaves what would be reverted', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine', state: 3 });
    const { asked, ask } = asking('keepTheirs');
    let answered = false;
    savedOf(
      await saveRecord({
        ...mine,
        edits: { ...mine.edits, reverts: ['state'] },
        ask: async (write, reverts) => {
          if (answered) return 'notNeeded';
          answered = true;
          return ask(write, reverts);
        },
      }),
    );
    assert.deepEqual(asked, [['state']]);
    assert.equal(service.requests.at(-1)?.body, '{"title":"Mine"}');
    assert.equal(service.record(5).state, 1);
  });
});

suite('sending', () => {
  for (const status of [405, 501]) {
    test(`falls back from PATCH to PUT after ${status}`, async (t) => {
      const { service, request } = await setUp(t);
      service.intercept('PATCH', (_, response) => reply(response, { status }));
      const saved = savedOf(await saveRecord(request({ title: 'Fallen back' })));
      assert.deepEqual([saved.write?.method, saved.isWhole], ['PUT', true]);
      assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PUT 5']);
      assert.equal(service.record(5).title, 'Fallen back');
    });
  }

  test('does not fall back where PATCH was asked for', async (t) => {
    const { service, request } = await setUp(t);
    service.intercept('PATCH', (_, response) => reply(response, { status: 405 }));
    await assert.rejects(saveRecord(request({ title: 'No' }, { method: 'patch' })), { kind: 'notAllowed' });
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5']);
  });

  test('a service that allows only PUT gets a removed field by PUT', async (t) => {
    const { service, request } = await setUp(t);
    service.allow = 'GET, PUT';
    savedOf(await saveRecord(request({ whiteboard: undefined }, { allow: ['GET', 'PUT'] })));
    assert.equal(savedOf(await saveRecord(request({ summary: undefined }))).write?.method, 'PUT');
    assert.ok(!('whiteboard' in service.record(5)) && !('summary' in service.record(5)));
  });

  test('PUT never creates a record that is gone', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Lazarus' }, { method: 'put' });
    service.remove(5);
    await assert.rejects(saveRecord(mine), { kind: 'notFound' });
    assert.deepEqual(service.taken(), ['GET 5']);
  });
});

suite('recording', () => {
  /** What was recorded; `kept` lets the save go on. */
  function recording() {
    const recorded: RecordedWrite[] = [];
    const { promise, resolve: kept } = Promise.withResolvers<void>();
    const journal: WriteJournal = {
      record: (write) => {
        recorded.push(write);
        return promise;
      },
    };
    return { recorded, journal, kept };
  }

  test('a write counts as saved only once it is recorded', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal, kept } = recording();
    let isSaved = false;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const record: WriteJournal['record'] = (write) => {
      answer();
      return journal.record(write);
    };
    const saving = saveRecord(request({ title: 'Mine' }, { journal: { record } })).then((outcome) => {
      isSaved = true;
      return outcome;
    });
    await answered;
    await new Promise(setImmediate);
    assert.equal(service.record(5).title, 'Mine');
    assert.equal(isSaved, false);
    kept();
    savedOf(await saving);
    assert.deepEqual(recorded, [
      {
        service: 'talks',
        id: 5,
        title: 'Mine',
        serviceAddress: service.baseUrl,
        address: `${service.baseUrl}/api/v2/video/5`,
        method: 'PATCH',
        fields: [{ field: 'title', before: '"Talk 5"', after: '"Mine"' }],
      },
    ]);
  });

  test('a value that the service stored otherwise is recorded beside the one that was sent', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal, kept } = recording();
    kept();
    service.intercept('PATCH', (_, response, answer) => {
      answer();
      service.change(5, { title: 'Trimmed' });
      reply(response, { status: 204 });
    });
    savedOf(await saveRecord(request({ title: ' Trimmed ' }, { journal })));
    assert.deepEqual(recorded[0]?.fields, [
      { field: 'title', before: '"Talk 5"', after: '" Trimmed "', stored: '"Trimmed"' },
    ]);
  });

  test('a PUT is recorded with what it sent and the fields it removed', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal, kept } = recording();
    kept();
    savedOf(await saveRecord(request({ whiteboard: undefined }, { method: 'put', journal })));
    assert.deepEqual(
      recorded[0]?.fields.map(({ field, after }) => [field, after]),
      [['whiteboard', undefined]],
    );
    assert.equal(recorded[0]?.body, service.requests.at(-1)?.body);
  });

  test('a write of which it is not known whether it arrived is recorded as unconfirmed', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal, kept } = recording();
    kept();
    service.intercept('PATCH', (_, response, answer) => {
      answer();
      for (let count = 0; count < 9; count += 1) {
        service.intercept('GET', (_request, later) => reply(later, { status: 503 }));
      }
      response.destroy();
    });
    const outcome = await saveRecord(request({ title: 'Mine' }, { journal }));
    assert.ok(outcome.kind === 'notStored' && outcome.reason === 'unknown');
    assert.deepEqual(
      recorded.map(({ title, fields, unconfirmed }) => ({ title, fields, unconfirmed })),
      [{ title: 'Talk 5', fields: [{ field: 'title', before: '"Talk 5"', after: '"Mine"' }], unconfirmed: true }],
    );
  });

  test('a write without an answer is recorded even if the service does not have it yet, and one with a 500 is not', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal, kept } = recording();
    kept();
    service.intercept('PATCH', (_, response) => reply(response, { status: 500 }));
    assert.equal((await saveRecord(request({ title: 'Mine' }, { journal }))).kind, 'notStored');
    assert.deepEqual(recorded, []);
    service.intercept('PATCH', (_, response) => response.socket?.destroy());
    assert.equal((await saveRecord(request({ title: 'Mine' }, { journal }))).kind, 'notStored');
    assert.deepEqual(
      recorded.map(({ fields, unconfirmed }) => ({ fields, unconfirmed })),
      [{ fields: [{ field: 'title', before: '"Talk 5"', after: '"Mine"' }], unconfirmed: true }],
    );
  });

  test('a write without effect, one that changed nothing and one that failed are not recorded', async (t) => {
    const { service, request } = await setUp(t);
    const { recorded, journal } = recording();
    service.intercept('PATCH', (_, response) => reply(response, { status: 204 }));
    assert.equal((await saveRecord(request({ title: 'Ignored' }, { journal }))).kind, 'notStored');
    service.intercept('PATCH', (_, response) => reply(response, { status: 400 }));
    await assert.rejects(saveRecord(request({ title: 'Refused' }, { journal })));
    const there = request({ title: 'There already' }, { journal });
    service.change(5, { title: 'There already' });
    savedOf(await saveRecord(there));
    assert.deepEqual(recorded, []);
  });
});

suite('ETags', () => {
  test('a record that moved on between the read and the write is read and merged again', async (t) => {
    const { service, request } = await setUp(t);
    service.etags = true;
    service.intercept('PATCH', (_, response, answer) => {
      service.change(5, { summary: 'Theirs' });
      reply(response, answer());
    });
    const saved = savedOf(await saveRecord(request({ title: 'Mine' })));
    assert.ok(saved.theirs.includes('summary'));
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PATCH 5']);
    assert.deepEqual([service.record(5).title, service.record(5).summary], ['Mine', 'Theirs']);
  });

  test('a service that knows only the ETag of a plain answer is asked for one', async (t) => {
    const { service, request } = await setUp(t);
    const mine = request({ title: 'Mine' });
    compressing(service);
    savedOf(await saveRecord(mine));
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5', 'PATCH 5']);
    assert.equal(service.record(5).title, 'Mine');
  });

  test('after three refusals the save fails, and nothing was sent without the ETag', async (t) => {
    const { service, request } = await setUp(t);
    service.etags = true;
    const mine = request({ title: 'Mine' });
    // As a replica does that is behind.
    let old: Reply | undefined;
    for (let count = 0; count < 5; count += 1) {
      service.intercept('GET', (_, response, answer) => {
        old ??= answer();
        service.change(5, { title: 'Theirs' });
        reply(response, old);
      });
    }
    await assert.rejects(saveRecord(mine), { kind: 'conflict', status: 412 });
    assert.equal(service.record(5).title, 'Theirs');
    const writes = service.requests.filter(({ method }) => method === 'PATCH');
    assert.deepEqual(
      writes.map(({ headers }) => headers['if-match'] !== undefined),
      [true, true, true],
    );
  });
});

suite('verifying', () => {
  const unstored = async (request: SaveRequest) => {
    const outcome = await saveRecord(request);
    return outcome.kind === 'notStored' ? outcome.reason : outcome.kind;
  };

  test('what the service ignored and what it stored differently are two things', async (t) => {
    const { service, request } = await setUp(t);
    const { slug } = service.record(5);
    service.rewrite = (fields) => ({ ...fields, slug, tags: ['a', 'zebra'] });
    const saved = savedOf(await saveRecord(request({ title: 'Mine', slug: 'mine', tags: ['zebra', 'a'] })));
    assert.deepEqual([saved.ignored, saved.rewritten], [['slug'], ['tags']]);
  });

  for (const [what, answer] of Object.entries({
    'the record as it was': undefined,
    'no body': { status: 204 },
    'a sign-in page': { status: 200, body: '<title>Sign in</title>' },
    'a queued job': { status: 202, body: '{"status":"queued"}' },
  } satisfies Record<string, Reply | undefined>)) {
    test(`a write without effect that is answered with ${what} is not saved, every time`, async (t) => {
      const { service, request } = await setUp(t);
      const mine = request({ slug: 'mine' });
      for (let time = 0; time < 2; time += 1) {
        service.intercept('PATCH', (_, response) =>
          reply(response, answer ?? { status: 200, body: JSON.stringify(service.record(5)) }),
        );
        assert.equal(await unstored(mine), 'noEffect');
      }
      assert.equal(service.record(5).slug, 'talk-5');
    });
  }

  test('a write that is answered with the record as it was before is a save', async (t) => {
    const { service, request } = await setUp(t);
    service.intercept('PATCH', (_, response, proceed) => {
      const before = JSON.stringify(service.record(5));
      proceed();
      reply(response, { status: 200, body: before });
    });
    const { version, ignored } = savedOf(await saveRecord(request({ title: 'Stored' })));
    assert.deepEqual([JSON.parse(version.record.text).title, ignored], ['Stored', []]);
    assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5']);
  });

  for (const body of ['', '{"ok":true}', '<html><title>Fine</title></html>', '{"id":5,"title":"Part"}']) {
    test(`an answer that is not the whole record is read again: ${body}`, async (t) => {
      const { service, request } = await setUp(t);
      service.intercept('PATCH', (_, response, proceed) => {
        proceed();
        reply(response, { status: body ? 200 : 204, body });
      });
      const { version } = savedOf(await saveRecord(request({ title: 'Stored' })));
      assert.equal(JSON.parse(version.record.text).title, 'Stored');
      assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5']);
    });
  }

  for (const [what, fail] of Object.entries({
    'a lost connection': (response: Parameters<typeof reply>[0]) => response.socket?.destroy(),
    'a 500': (response: Parameters<typeof reply>[0]) => reply(response, { status: 500 }),
  })) {
    test(`${what} after the write arrived is a save, with one write`, async (t) => {
      const { service, request } = await setUp(t);
      service.intercept('PATCH', (_, response, proceed) => {
        proceed();
        fail(response);
      });
      savedOf(await saveRecord(request({ title: 'Landed' })));
      assert.deepEqual(service.taken(), ['GET 5', 'PATCH 5', 'GET 5']);
    });

    test(`${what} before the write arrived is not saved`, async (t) => {
      const { service, request } = await setUp(t);
      service.intercept('PATCH', (_, response) => fail(response));
      assert.equal(await unstored(request({ title: 'Lost' })), 'lost');
      assert.equal(service.record(5).title, 'Talk 5');
    });

    test(`${what} after which the service has other values is not called saved`, async (t) => {
      const { service, request } = await setUp(t);
      service.intercept('PATCH', (_, response) => {
        service.change(5, { title: 'Something else', summary: 'Taken' });
        fail(response);
      });
      const outcome = await saveRecord(request({ title: 'Who knows', summary: 'Taken' }));
      assert.ok(outcome.kind === 'notStored');
      assert.deepEqual([outcome.reason, outcome.fields], ['otherValues', ['title']]);
    });
  }

  test('a write of which nothing can be read is not called saved', async (t) => {
    const { service, request } = await setUp(t);
    service.intercept('GET', (_, response, proceed) => reply(response, proceed()));
    for (let count = 0; count < 4; count += 1) service.intercept('GET', (_, response) => response.socket?.destroy());
    service.intercept('PATCH', (_, response, proceed) => {
      proceed();
      reply(response, { status: 204 });
    });
    const mine = request({ title: 'Taken, then silence' });
    assert.equal(await unstored(mine), 'unknown');
    service.calm();
    assert.equal(savedOf(await saveRecord(mine)).write, undefined);
    assert.equal(service.requests.filter(({ method }) => method === 'PATCH').length, 1);
  });
});
