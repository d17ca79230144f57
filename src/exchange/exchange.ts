import type { CommandHandlers } from '../workbench/commands.ts';
import { compareFiles } from './compareCommand.ts';
import { exportRecords } from './exportCommand.ts';
import { type OtherServiceParts, otherService } from './otherService.ts';

/** Records as files, and between services. Nothing here writes to a service. */
export function exchange(parts: OtherServiceParts) {
  const { services, worksheets } = parts;
  const { compare, copy, dispose } = otherService(parts);
  return {
    handlers: {
      exportRecords: (input?: unknown, several?: unknown) => exportRecords(input, several, parts),
      compareFiles: (input?: unknown) => compareFiles(input, services, worksheets.open),
      compareServices: (input?: unknown) => compare(input),
      copyToService: (input?: unknown, several?: unknown) => copy(input, several),
    } satisfies CommandHandlers<'exchange'>,
    dispose,
  };
}
