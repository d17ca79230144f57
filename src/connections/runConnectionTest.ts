import type { Service } from '../service/services.ts';
import { withProgress } from '../workbench/progress.ts';
import { type ConfiguredServices, protocolOf } from './configuredServices.ts';
import { type ConnectionTest, testConnection } from './connectionTest.ts';

/** Tests a service with the network settings, the credential and the limits that its requests have. */
export async function runConnectionTest(
  services: ConfiguredServices,
  service: Service,
  id: number,
): Promise<ConnectionTest> {
  const [network, options] = await Promise.all([
    services.network(protocolOf(service)),
    services.clientOptions(service),
  ]);
  const { refusal, ...client } = options;
  const withheld = refusal !== undefined;
  const hasCredential = withheld || (await client.credential?.()) !== undefined;
  return withProgress(`Testing the connection to ${service.name}`, (signal) =>
    testConnection({ service, id, network, client, hasCredential, withheld, signal }),
  );
}
