import { once } from 'node:events';
import { finished } from 'node:stream';
import { parseArgs } from 'node:util';
import { startSampleServer } from './server.ts';

const usage = 'Usage: sample [--port number] [--token text] [--stdin-lifeline]';

void main();

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return;
  try {
    await serve(options);
    // Standard input may still be open, and would keep the process alive.
    process.exit();
  } catch (error) {
    console.error(`The sample service could not start: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

async function serve({ stdinLifeline, ...options }: NonNullable<ReturnType<typeof readArguments>>): Promise<void> {
  const server = await startSampleServer(options);
  const ends = [once(process, 'SIGINT'), once(process, 'SIGTERM'), ...(stdinLifeline ? [stdinClosed()] : [])];
  console.log(JSON.stringify({ baseUrl: server.baseUrl }));
  await Promise.race(ends);
  await server.close();
}

function stdinClosed(): Promise<void> {
  return new Promise((resolve) => {
    // A broken pipe counts as closed.
    finished(process.stdin.resume(), () => resolve());
  });
}

/** Undefined, with a message, if they are wrong. */
function readArguments(args: string[]) {
  try {
    const {
      port,
      token,
      'stdin-lifeline': stdinLifeline,
    } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        token: { type: 'string' },
        // Ends when standard input closes, so that the service can't outlive whoever started it with a pipe.
        'stdin-lifeline': { type: 'boolean', default: false },
      },
    }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('--port must be a number from 0 to 65535.');
    if (token !== undefined && !/^[!-~]+$/.test(token)) {
      throw new Error('--token must be ASCII characters without spaces.');
    }
    return { port: Number(port), token, stdinLifeline };
  } catch (error) {
    // Node's message has several lines. Its first sentence names the option.
    const [problem = ''] = (error as Error).message.split(/(?<=\.)\s/);
    console.error(`${problem.replace(/\.?$/, '.')} ${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}
