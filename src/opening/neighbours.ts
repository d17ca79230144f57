import type * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { withProgress } from '../workbench/progress.ts';
import type { OpenRecord } from './openRecord.ts';

const mostMissing = 50;

/** Opens the nearest record above or below that answers. */
export async function openNeighbour(from: RecordName, direction: 1 | -1, open: OpenRecord): Promise<vscode.Uri> {
  const where = direction === 1 ? 'after' : 'before';
  return withProgress(`Looking for a record ${where} ${from.id}`, async (signal) => {
    for (let step = 1; step <= mostMissing + 1 && from.id + direction * step >= 1; step += 1) {
      const id = from.id + direction * step;
      try {
        // Whoever walks through records wants one tab, not one for each step.
        return await open({ service: from.service, id }, { preview: true }, signal);
      } catch (failure) {
        if (!isMissing(failure)) throw failure;
      }
    }
    throw new Error(nothingFound(from, where));
  });
}

function nothingFound({ service, id }: RecordName, where: 'after' | 'before'): string {
  if (where === 'before' && id === 1) return 'Record 1 is the first that there can be.';
  if (where === 'before' && id <= mostMissing + 1) return `There is no record before ${id} on ${service}.`;
  return `The ${mostMissing + 1} numbers ${where} ${id} have no record on ${service}.`;
}

function isMissing(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return isRecordError(cause) && cause.kind === 'notFound';
}
