import { markdownText } from '../workbench/markdown.ts';
import type { ConnectionTest, StepName, TestStep } from './connectionTest.ts';

const titles: Readonly<Record<StepName, string>> = {
  address: 'Address',
  name: 'Name',
  connection: 'Connection',
  tls: 'Encryption',
  answer: 'Answer',
  record: 'Record',
  writing: 'Writing',
};

const marks: Readonly<Record<TestStep['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** The report in Markdown. What a service wrote is shown as it is, never as markup. */
export function connectionReport({ service, address, ok, steps }: ConnectionTest): string {
  const verdict = ok ? worksAsFarAs(steps) : `It stopped here: ${steps.find(isFailed)?.text ?? ''}`;
  const lines = steps.map(({ step, state, text }) => `- ${marks[state]} ${titles[step]}: ${markdownText(text, 1000)}`);
  return `# Connection to ${service}\n\n${markdownText(address, 1000)}\n\n${markdownText(verdict, 1000)}\n\n${lines.join('\n')}\n`;
}

function worksAsFarAs(steps: readonly TestStep[]): string {
  const seen = steps.some(({ step, state }) => step === 'record' && state === 'ok');
  return seen ? 'The connection works.' : 'The connection works, but no record was seen.';
}

function isFailed({ state }: TestStep): boolean {
  return state === 'failed';
}
