import { l10n } from 'vscode';
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

const titles: Readonly<Record<StepName, () => string>> = {
  address: () => l10n.t('Address'),
  name: () => l10n.t('Host name'),
  connection: () => l10n.t('Connection'),
  tls: () => l10n.t('Encryption'),
  answer: () => l10n.t('Answer'),
  credential: () => l10n.t('Credential'),
  record: () => l10n.t('Record'),
  writing: () => l10n.t('Saving'),
};

const marks: Readonly<Record<TestStep['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };

/** Follows a request step by step, and explains how far it got. */
export async function testConnection(request: ProbeRequest): Promise<ConnectionTest> {
  const { service, id } = request;
  const steps = connectionSteps(request, await probeConnection(request));
  const ok = steps.every(({ state }) => state !== 'failed');
  return { service: service.name, address: service.address.href, id, ok, steps };
}

/** The report in Markdown. What a service wrote is shown as text, never as markup. */
export function connectionReport({ service, address, steps }: ConnectionTest): string {
  const rows = steps.map(({ step, state, text }) => `| ${marks[state]} | ${shown(titles[step]())} | ${shown(text)} |`);
  return [
    `# ${markdownText(connectionTitle(service))}`,
    shown(address),
    `**${shown(verdict(steps))}**`,
    [`| | ${shown(l10n.t('Step'))} | ${shown(l10n.t('Result'))} |`, '|---|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

export function connectionTitle(service: string): string {
  return l10n.t('Connection to {0}', service);
}

/** That it works, or the first failure and what to do about it. */
function verdict(steps: readonly TestStep[]): string {
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return failed.text;
  const wasRead = steps.some(({ step, state }) => step === 'record' && state === 'ok');
  return wasRead ? l10n.t('The connection works.') : l10n.t('The service answers, but no record was read.');
}

function shown(text: string): string {
  return markdownText(text, 1000);
}
