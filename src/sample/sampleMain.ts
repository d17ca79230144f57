import { once } from 'node:events';
import { finished } from 'node:stream';
import { parseArgs } from 'node:util';
import { startSampleServer } from './server.ts';

const usage = 'Usage: sample [--port number] [--token text] [--stdin-lifeline]';

class ArgumentError extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(`${problem} ${usage}`, options);
  }
}

void main();

async function main(): Promise<void> {
  try {
    await serve(readArguments(process.argv.slice(2)));
    // Standard input may still be open, and would keep the process alive.
    process.exit();
  } catch (error) {
    const { message } = error as Error;
    const isArgument = error instanceof ArgumentError;
    console.error(isArgument ? message : `The sample service could not start: ${message}`);
    process.exitCode = isArgument ? 2 : 1;
  }
}

async function serve({ stdinLifeline, ...options }: ReturnType<typeof readArguments>): Promise<void> {
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

function readArguments(args: string[]) {
  const { port, token, 'stdin-lifeline': stdinLifeline } = parseOptions(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new ArgumentError('--port must be a number from 0 to 65535.');
  }
  if (token !== undefined && !/^[!-~]+$/.test(token)) {
    throw new ArgumentError('--token must be ASCII characters without spaces.');
  }
  return { port: Number(port), token, stdinLifeline };
}

function parseOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        token: { type: 'string' },
        // Ends when standard input closes, so that the service can't outlive whoever started it with a pipe.
        'stdin-lifeline': { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    // Node's message has several lines. Its first sentence names the option.
    const [problem = ''] = (error as Error).message.split(/(?<=\.)\s/);
    throw new ArgumentError(problem.replace(/\.?$/, '.'), { cause: error });
  }
}
