import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../src/sample/sampleMain.ts', import.meta.url));
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';

suite('the process of the sample service', () => {
  test('prints its address in one line and serves there', async (context) => {
    const { child, baseUrl } = await started(context, '--port', '0');
    assert.equal((await fetch(`${baseUrl}/api/v2/video/1`)).status, 200);
    assert.deepEqual(await ended(child, () => child.kill('SIGTERM')), { code: 0, stdout: '', stderr: '' });
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`ends cleanly on ${signal}, also with a lifeline that is still open`, async (context) => {
      const { child } = await started(context, '--stdin-lifeline');
      assert.deepEqual(await ended(child, () => child.kill(signal)), { code: 0, stdout: '', stderr: '' });
    });
  }

  test('ends when its lifeline closes', async (context) => {
    const { child } = await started(context, '--stdin-lifeline');
    assert.deepEqual(await ended(child, () => child.stdin.end()), { code: 0, stdout: '', stderr: '' });
  });

  test('outlives its standard input without a lifeline', async (context) => {
    const { child, baseUrl } = await started(context);
    child.stdin.end();
    await once(child.stdin, 'close');
    assert.equal((await fetch(`${baseUrl}/api/v2/video/1`)).status, 200);
  });

  test('asks for the token it is given', async (context) => {
    const { baseUrl } = await started(context, '--token', 'abc');
    const patch = { method: 'PATCH', body: '{"title":"Written"}' };
    const json = { 'content-type': 'application/json' };
    assert.equal((await fetch(`${baseUrl}/api/v2/video/1`, { ...patch, headers: json })).status, 401);
    const headers = { ...json, authorization: 'Token abc' };
    assert.equal((await fetch(`${baseUrl}/api/v2/video/1`, { ...patch, headers })).status, 200);
  });

  const badArguments: [args: string[], problem: string][] = [
    [['--port', 'x'], '--port must be a number from 0 to 65535.'],
    [['--port', '65536'], '--port must be a number from 0 to 65535.'],
    [['--port='], '--port must be a number from 0 to 65535.'],
    [['--port'], "Option '--port <value>' argument missing."],
    [['--port', '--token'], "Option '--port' argument is ambiguous."],
    [['--token', 'a b'], '--token must be ASCII characters without spaces.'],
    [['--colour'], "Unknown option '--colour'."],
    [['file.json'], "Unexpected argument 'file.json'."],
  ];
  for (const [args, problem] of badArguments) {
    test(`refuses ${JSON.stringify(args.join(' '))} in one line`, async (context) => {
      const { code, stdout, stderr } = await ended(start(context, args));
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^[^\n]* Usage: [^\n]*\n$/);
      assert.ok(stderr.startsWith(problem), stderr);
    });
  }

  test('says so when its port is taken', async (context) => {
    const other = createServer().listen(0, '127.0.0.1');
    context.after(() => other.close());
    await once(other, 'listening');
    const address = other.address();
    assert.ok(typeof address === 'object' && address);
    const { code, stdout, stderr } = await ended(start(context, ['--port', String(address.port)]));
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^The sample service could not start: [^\n]*EADDRINUSE[^\n]*\n$/);
  });
});

function start(context: TestContext, args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [quiet, main, ...args]);
  context.after(() => child.kill('SIGKILL'));
  return child;
}

async function started(context: TestContext, ...args: string[]) {
  const child = start(context, args);
  const [line] = await once(child.stdout, 'data');
  child.stdout.pause();
  const baseUrl = /^\{"baseUrl":"(http:\/\/127\.0\.0\.1:[1-9]\d*)"\}\n$/.exec(String(line))?.[1];
  assert.ok(baseUrl, String(line));
  return { child, baseUrl };
}

/** What a process still prints after the action, and how it exits. */
async function ended(child: ChildProcessWithoutNullStreams, action = () => {}) {
  const output = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  action();
  const [[code], stdout, stderr] = await output;
  return { code: code as number | null, stdout, stderr };
}
