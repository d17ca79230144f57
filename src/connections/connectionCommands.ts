import type { CommandHandlers } from '../workbench/commands.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import type { Credentials } from './credentials.ts';
import type { SampleService } from './sampleService.ts';

export function connectionCommands(
  _services: ConfiguredServices,
  _credentials: Credentials,
  sample: SampleService,
): CommandHandlers {
  return {
    startSampleService: () => sample.start(),
    stopSampleService: () => sample.stop(),
  };
}
