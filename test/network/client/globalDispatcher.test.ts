import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { json } from '../../support/behaviours.ts';
import { type MisbehavingServer, startMisbehavingServer } from '../../support/misbehavingServer.ts';

const service = (name: string) => new URL(`../../../src/service/${name}.ts`, import.meta.url);

const wholeService = ['client', 'transport', 'address'].map(
  (name) => `export * from ${JSON.stringify(fileURLToPath(service(name)))};`,
);

let folder: string;
let server: MisbehavingServer;

before(async () => {
  server = await startMisbehavingServer();
  server.script(json({ id: 12 }));
  folder = await mkdtemp(join(tmpdir(), 'video-records-bundle-'));
  await build({
    stdin: { contents: wholeService.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    outfile: join(folder, 'service.cjs'),
  });
});

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs the steps in a process where nothing has been loaded yet. */
async function inFreshProcess(load: string, steps: string): Promise<unknown> {
  const script = `
    const origin = ${JSON.stringify(server.origin)};
    const slots = () => ['1', '2'].map((n) => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
    const same = (a, b) => a.every((value, index) => value === b[index]);
    const viaFetch = async () => (await fetch(origin)).text();
    const viaOurs = async () => {
      ${load}
      const transport = createTransport({ connectTimeout: 5000 });
      const ways = [{ via: 'proxy', address: 'http://127.0.0.1:1' }, { via: 'environment', proxy: '', noProxy: '' }];
      const proxied = createTransport({ connectTimeout: 5000, routeTo: async () => ways.pop() });
      for (const _ of [...ways]) await proxied.dispatcherFor(new URL(origin));
      const client = createClient({ address: parseServiceAddress(origin), transport, timeout: 5000, maxBytes: 1000 });
      await client.read(12);
      await Promise.all([transport.close(), proxied.close()]);
    };
    ${steps}
  `;
  const args = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

const FORMS: readonly [string, () => string][] = [
  [
    'as source',
    () =>
      [
        ['createClient', 'client'],
        ['createTransport', 'transport'],
        ['parseServiceAddress', 'address'],
      ]
        .map(([name, file]) => `const { ${name} } = await import(${JSON.stringify(service(file ?? '').href)});`)
        .join('\n'),
  ],
  [
    'bundled',
    () =>
      `const { default: { createClient, createTransport, parseServiceAddress } } =
        await import(${JSON.stringify(pathToFileURL(join(folder, 'service.cjs')).href)});`,
  ],
];
for (const [form, load] of FORMS) {
  test(`${form}, loaded first: the slots stay empty, and fetch fills them as ever`, async () => {
    const result = await inFreshProcess(
      load(),
      `await viaOurs();
       const untouched = slots().every((slot) => slot === undefined);
       await viaFetch();
       const filled = slots()[0] !== undefined;
       const builtIn = slots();
       await viaOurs();
       console.log(JSON.stringify({ untouched, filled, kept: same(builtIn, slots()) }));`,
    );
    assert.deepEqual(result, { untouched: true, filled: true, kept: true });
  });

  test(`${form}, loaded after fetch: the slots stay as they were`, async () => {
    const result = await inFreshProcess(
      load(),
      `await viaFetch();
       const builtIn = slots();
       await viaOurs();
       console.log(JSON.stringify({ filled: builtIn[0] !== undefined, kept: same(builtIn, slots()) }));`,
    );
    assert.deepEqual(result, { filled: true, kept: true });
  });
}
