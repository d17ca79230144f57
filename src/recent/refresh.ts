import { isReadOnly } from '../document/configuredService.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import type { RecentStore } from './store.ts';

const atOnce = 4;

/**
 * Asks the services whether they still have these records and allow writing them, four at a time. After a failure that
 * is not about one record, its service is not asked again. Resolves to those failures by service.
 */
export async function refreshRecent(
  services: Pick<Services, 'find' | 'client'>,
  { change }: Pick<RecentStore, 'change'>,
  names: readonly RecordName[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  await severalAtOnce(names, atOnce, signal, async (name) => {
    const service = services.find(name.service);
    if (!service || failures.has(name.service)) return;
    try {
      const client = await services.client(service);
      const { allow } = await client.head(name.id, { signal });
      // If a service does not send the allowed methods, the record stays read-only or not, as it was.
      const readOnly = allow && { readOnly: isReadOnly(allow) };
      change(name, ({ gone: _, ...recent }) => ({ ...recent, ...readOnly }));
    } catch (failure) {
      if (isRecordError(failure, 'notFound')) change(name, (recent) => ({ ...recent, gone: true }));
      else if (!isRecordError(failure, 'forbidden') && !signal.aborted) failures.set(name.service, failure);
    }
  });
  return failures;
}
