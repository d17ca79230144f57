import type { Change } from '../record/changes.ts';
import type { RecordName, Service } from '../service/services.ts';
import { askInDialog } from '../workbench/dialog.ts';
import { plainText } from '../workbench/plainText.ts';
import type { PlannedWrite } from './sendWrite.ts';

const mostShown = 12;

/** For services marked `confirm`: shows what will change, and asks. */
export async function confirmWrite({ id }: RecordName, service: Service, write: PlannedWrite): Promise<boolean> {
  const lines = write.changes.slice(0, mostShown).map(describeChange);
  const rest = write.changes.length - lines.length;
  const detail = [`${write.method} ${write.address}`, ...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(
    '\n\n',
  );
  const message = `Save record ${id} on ${service.name}?`;
  return (await askInDialog(message, detail, 'Save')) === 'Save';
}

export function describeChange({ field, before, after }: Change): string {
  const show = (raw: string | undefined, absent: string) => (raw === undefined ? absent : plainText(raw, 120));
  return `${plainText(field, 60)}: ${show(before, '(none)')} → ${show(after, '(removed)')}`;
}
