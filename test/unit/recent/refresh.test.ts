import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recordKey } from '../../../src/document/recordUri.ts';
import { bareRecent, type Recent } from '../../../src/recent/entry.ts';
import { refreshRecent } from '../../../src/recent/refresh.ts';
import type { RecordHeaders } from '../../../src/service/decode.ts';
import { RecordError, type RecordErrorKind } from '../../../src/service/recordError.ts';
import type { RecordName, Service, Services } from '../../../src/service/services.ts';

type Answers = (name: RecordName, signal: AbortSignal | undefined) => Promise<RecordHeaders>;

/** Services whose HEAD answers the test decides. `nowhere` is not configured. */
function refresh(listed: readonly Recent[], answer: Answers, abort = new AbortController()) {
  const recents = new Map(listed.map((recent) => [recordKey(recent), recent]));
  const asked: string[] = [];
  const client = ({ name }: Service) => ({
    head(id: number, options: { signal?: AbortSignal } = {}) {
      asked.push(`${name}/${id}`);
      return answer({ service: name, id }, options.signal);
    },
  });
  const services = {
    find: (name: string) => (name === 'nowhere' ? undefined : { name }),
    client: async (service: Service) => client(service),
  } as unknown as Services;
  const change = (name: RecordName, step: (recent: Recent) => Recent) => {
    const recent = recents.get(recordKey(name));
    if (recent) recents.set(recordKey(name), step(recent));
  };
  return { recents, asked, done: refreshRecent(services, { change }, listed, abort.signal) };
}

const entry = (id: number, service = 'desk', more: Partial<Recent> = {}): Recent => ({
  ...bareRecent({ service, id }, 1),
  ...more,
});
const fail = (kind: RecordErrorKind) => Promise.reject(new RecordError(kind));

suite('refresh of recent records', () => {
  test('marks records that are gone or read-only, and unmarks those that are back', async () => {
    const listed = [entry(1), entry(2, 'desk', { gone: true }), entry(3), entry(4, 'desk', { readOnly: true })];
    const { recents, done } = refresh(listed, async ({ id }) => {
      if (id === 1) return fail('notFound');
      return id === 4 ? {} : { allow: id === 3 ? ['GET', 'HEAD'] : ['GET', 'PATCH'] };
    });
    assert.equal((await done).size, 0);
    const marks = [...recents.values()].map(({ gone = false, readOnly = false }) => [gone, readOnly]);
    assert.deepEqual(marks, [
      [true, false],
      [false, false],
      [false, true],
      [false, true],
    ]);
  });

  test('asks four records at a time', async () => {
    let [running, most] = [0, 0];
    const { done, asked } = refresh(
      Array.from({ length: 20 }, (_, at) => entry(at + 1)),
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return {};
      },
    );
    await done;
    assert.deepEqual([most, asked.length], [4, 20]);
  });

  test('stops asking a service that fails and continues with the others', async () => {
    const listed = [...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => entry(id, 'down')), entry(9), entry(10, 'nowhere')];
    const { asked, done } = refresh(listed, async ({ service }) => (service === 'down' ? fail('network') : {}));
    assert.deepEqual([...(await done).keys()], ['down']);
    assert.deepEqual(asked, ['down/1', 'down/2', 'down/3', 'down/4', 'desk/9']);
  });

  test('continues after a record that may not be read', async () => {
    const { asked, done } = refresh([entry(1), entry(2)], async ({ id }) => (id === 1 ? fail('forbidden') : {}));
    assert.equal((await done).size, 0);
    assert.deepEqual(asked, ['desk/1', 'desk/2']);
  });

  test('asks no more once it is cancelled, and reports nothing', async () => {
    const abort = new AbortController();
    const listed = Array.from({ length: 9 }, (_, at) => entry(at + 1));
    const { asked, done, recents } = refresh(
      listed,
      (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      abort,
    );
    await new Promise(setImmediate);
    abort.abort();
    assert.equal((await done).size, 0);
    assert.equal(asked.length, 4);
    assert.deepEqual([...recents.values()], listed);
  });
});
