import { markdownText } from '../workbench/plainText.ts';
import { type ProbeRequest, probeConnection } from './connectionProbe.ts';
import { connectionSteps, type StepName, type TestStep } from './connectionSteps.ts';

export interface ConnectionTest {
  readonly service: string;
  readonly address: string;
  readonly id: number;
  /** No step failed. */
  readonly ok: boolean;
  readonly steps: readonly TestStep[];
}

const titles: Readonly<Record<StepName, string>> = {
  address: 'Address',
  name: 'Host name',
  connection: 'Connection',
  tls: 'Encryption',
  answer: 'Answer',
  credential: 'Credential',
  record: 'Record',
  writing: 'Saving',
};

const marks: Readonly<Record<TestStep['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** Follows a request step by step, and says how far it got and what that means. */
export async function testConnection(request: ProbeRequest): Promise<ConnectionTest> {
  const { service, id } = request;
  const steps = connectionSteps(request, await probeConnection(request));
  const ok = steps.every(({ state }) => state !== 'failed');
  return { service: service.name, address: service.address.href, id, ok, steps };
}

/** The report in Markdown. What a service wrote is shown as text, never as markup. */
export function connectionReport({ service, address, steps }: ConnectionTest): string {
  const rows = steps.map(({ step, state, text }) => `| ${marks[state]} | ${titles[step]} | ${shown(text)} |`);
  return [
    `# Connection to ${markdownText(service)}`,
    shown(address),
    `**${shown(verdict(steps))}**`,
    ['| | Step | Result |', '|---|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

/** What matters first: that it works, or the first failure and what to do about it. */
function verdict(steps: readonly TestStep[]): string {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return failed.text;
  const wasRead = steps.some(({ step, state }) => step === 'record' && state === 'ok');
  return wasRead ? 'The connection works.' : 'The service answers, but no record was read.';
}

function shown(text: string): string {
  return markdownText(text, 1000);
}
