import type * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import type { FoundRecords, RecordCatalogue } from '../document/knownRecord.ts';
import { isRecordError } from '../service/recordError.ts';
import { redactedVersion } from '../service/redaction.ts';
import type { Service, Services } from '../service/services.ts';
import { logFailure } from '../workbench/failure.ts';
import { type Catalogue, catalogue, catalogueFolder } from './catalogue.ts';
import type { KeptVersion } from './records.ts';
import type { UpdateOptions } from './update.ts';

/** The catalogues of the configured services. */
export type Catalogues = ReturnType<typeof catalogues>;

export interface CataloguesParts {
  readonly services: Services;
  /** The folder of all catalogues. */
  readonly folder: string;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  readonly memory: vscode.Memento;
}

export function catalogues({ services, folder, log }: Omit<CataloguesParts, 'memory'>) {
  /** Ends when all that was noted is on disk. */
  let noted = Promise.resolve();
  const made = new Map<string, Catalogue>();
  const of = ({ address }: Service): Catalogue => {
    const known = made.get(address.href) ?? catalogue(catalogueFolder(folder, address));
    made.set(address.href, known);
    return known;
  };
  const loaded = async (name: string): Promise<Catalogue | undefined> => {
    const service = services.find(name);
    if (!service) return undefined;
    await noted;
    await of(service).load();
    return of(service).state() && of(service);
  };
  /** The fingerprint of the service's credential: a known one if that is the same credential. */
  const credential = (service: Service) => knownFingerprint(services, service, of(service).state()?.credentials);

  const forOthers: Omit<RecordCatalogue, 'folder' | 'showToDo'> = {
    async find(query, service, signal) {
      await noted;
      const found = services
        .all()
        .filter(({ name }) => service === undefined || name === service)
        .map(async (one): Promise<FoundRecords | undefined> => {
          const { entries, instead } = await of(one).find(query, signal);
          const state = of(one).state();
          if (!state) return undefined;
          const records = entries.map(({ id, facts }) => ({ ...facts, service: one.name, id, openedAt: 0 }));
          return { service: one.name, asOf: state.asOf, records, ...(instead && { instead }) };
        });
      return (await Promise.all(found)).filter((one) => one !== undefined);
    },
    async values(service) {
      const known = await loaded(service);
      return (field) => [...(known?.values(field).keys() ?? [])];
    },
    async missing(name) {
      const [known, service] = [await loaded(name), services.find(name)];
      const credentials = known?.state()?.credentials ?? [];
      // Another credential may see more.
      const isSame = service && credentials.length === 1 && credentials[0] === (await credential(service));
      return (id) => isSame === true && known?.isMissing(id) === true;
    },
    async each(name, query, task, signal) {
      const known = await loaded(name);
      await known?.each(query, task, signal);
      return known !== undefined;
    },
  };
  return {
    ...forOthers,
    of,
    credential,
    reader: (service: Service) => recordReader(services, service),
    /** Keeps what was read or saved elsewhere, if the service has a catalogue. */
    async note(event: RecordEvent): Promise<void> {
      const service = services.find(event.name.service);
      const version = event.kind === 'saved' ? event.saved.version : event.kind === 'read' ? event.version : undefined;
      const isGone = event.kind === 'failed' && isRecordError(event.failure, 'notFound');
      if (!service || (!version && !isGone)) return;
      const noting = withoutSecrets(services, service, version)
        .then((kept) => of(service).note(event.name.id, kept))
        .catch((failure: unknown) => logFailure(log, failure));
      const before = noted;
      // Not with `Promise.all`: its result would hold all results before it.
      noted = noting.then(() => before);
      await noting;
    },
  };
}

/** Without pauses of its own. */
function recordReader(services: Services, service: Service): UpdateOptions['read'] {
  return async (id, etag, signal) => {
    const client = await services.client(service);
    const options = { signal, paced: true };
    const version = await (etag === undefined ? client.read(id, options) : client.readIfChanged(id, etag, options));
    return withoutSecrets(services, service, version);
  };
}

/** What may be on disk of a version. */
async function withoutSecrets(services: Services, { address }: Service, version: KeptVersion | undefined) {
  return version && redactedVersion(version, await services.secrets(address.origin));
}

async function knownFingerprint(services: Services, service: Service, all: readonly string[] = []): Promise<string> {
  for (const known of all) if ((await services.fingerprint(service, known)) === known) return known;
  return services.fingerprint(service);
}
