import type * as vscode from 'vscode';
import { changesBetween } from '../record/changes.ts';
import { planSave } from '../record/plan.ts';
import { parseRecord } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import { recordAddress } from '../service/address.ts';
import type { Service, Services } from '../service/services.ts';
import { complaintOf, messageOf } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { describeChange } from './confirmWrite.ts';
import { lockReason } from './recordFileSystem.ts';
import { newestFrom, refuseOtherAddress, rewrittenBy } from './recordSaving.ts';
import type { RecordState, RecordStates } from './recordStates.ts';
import { saveRecord } from './saveRecord.ts';
import type { PlannedWrite } from './sendWrite.ts';

/** What a save would send right now, in Markdown. A save is rehearsed for it, up to the write itself. */
export async function reviewOf(
  services: Services,
  states: RecordStates,
  service: Service,
  state: RecordState,
  document: vscode.TextDocument,
): Promise<string> {
  const { id } = state.name;
  const sections: string[] = [`# Changes of record ${id} on ${service.name}`];
  const lock = lockReason(state, services);
  if (lock) return joined([...sections, `A save would be refused. ${plainText(lock)}`]);
  const edited = document.getText();
  const broken = complaintOf(() => parseRecord(edited));
  if (broken) return joined([...sections, `A save would stop. ${plainText(broken)}`]);
  const { base } = await states.baseFor(state, edited);
  const refusal = complaintOf(() => refuseOtherAddress(state, service, base?.address));
  if (refusal) return joined([...sections, `A save would be refused. ${plainText(refusal)}`]);
  const client = await services.client(service);
  let write: PlannedWrite | undefined;
  let problems = problemsOf(base?.text, edited);
  try {
    const outcome = await withProgress(`Reviewing record ${id}`, (signal) =>
      saveRecord({
        id,
        base: base?.text,
        edited,
        method: service.saveMethod,
        client,
        newest: newestFrom(service, state),
        rewritten: rewrittenBy(state),
        signal,
        confirm: async (planned) => {
          write = planned;
          return false;
        },
      }),
    );
    if (outcome.kind === 'unchanged' || outcome.kind === 'saved')
      sections.push('Nothing has changed. A save sends nothing.');
    if (outcome.kind === 'invalid') {
      sections.push('A save would stop, because of the errors below.');
      if (!base) problems = outcome.problems;
    }
    if (outcome.kind === 'refused') sections.push(`A save would be refused. ${outcome.reason}`);
    if (outcome.kind === 'conflict') {
      const fields = outcome.conflicts.map(({ field }) => `- ${plainText(field)}`);
      sections.push(`A save would stop, because someone else also changed:\n\n${fields.join('\n')}`);
    }
  } catch (failure) {
    sections.push(`The service could not be asked: ${plainText(messageOf(failure))}`);
    write = base && plannedFromBase(base.text, edited, service, id);
  }
  if (write) sections.push(...describeWrite(write, await services.headers(service, write.ifMatch)));
  sections.push(...describeProblems(problems));
  return joined(sections);
}

function joined(sections: readonly string[]): string {
  return `${sections.join('\n\n')}\n`;
}

function plannedFromBase(base: string, edited: string, service: Service, id: number): PlannedWrite | undefined {
  const [before, after] = [parseRecord(base), parseRecord(edited)];
  const plan = planSave(before, after, service.saveMethod === 'put' ? 'PUT' : 'PATCH');
  if (plan.kind !== 'request') return undefined;
  const address = recordAddress(service.address, id);
  return { method: plan.method, body: plan.body, address, changes: changesBetween(before, after) };
}

function describeWrite(write: PlannedWrite, headers: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    '## Changed fields',
    write.changes.map((change) => `- ${describeChange(change)}`).join('\n'),
    '## Request',
    fenced('http', `${write.method} ${write.address}\n${lines.join('\n')}\n\n${write.body}`),
  ];
}

/** The body may hold a fence of its own. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function problemsOf(base: string | undefined, text: string): readonly Problem[] {
  if (base === undefined) return [];
  const edited = parseRecord(text);
  return validateChanges(edited, changesBetween(parseRecord(base), edited));
}

function describeProblems(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  return ['## Problems', problems.map(({ severity, message }) => `- ${severity}: ${plainText(message)}`).join('\n')];
}
