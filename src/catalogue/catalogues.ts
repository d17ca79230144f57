import type * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import type { FoundRecords, RecordCatalogue } from '../document/knownRecord.ts';
import { parseRecord } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import { redactedVersion } from '../service/redaction.ts';
import type { Service, Services } from '../service/services.ts';
import { logFailure } from '../workbench/failure.ts';
import { type Catalogue, catalogue, catalogueFolder } from './catalogue.ts';
import type { Found } from './search.ts';
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
  const credential = (service: Service) => knownFingerprint(services, service, of(service));
  const search = async (text: string, only?: string, signal?: AbortSignal) => {
    await noted;
    return searchAll(services, of, text, only, signal);
  };

  const loadBehind = (load?: () => Promise<void>) =>
    void load?.().catch((failure: unknown) => logFailure(log, failure));

  const forOthers: Omit<RecordCatalogue, 'folder' | 'toDoChanged'> = {
    async find(text, only, signal) {
      const searched = await search(text, only, signal);
      return searched.flatMap((one) => foundIn(one, text, of(one.service).state()) ?? []);
    },
    async values(name) {
      const known = services.find(name);
      const listed = known && of(known);
      loadBehind(listed?.loadOnce);
      return (field) => listed?.values(field) ?? [];
    },
    counts: async (name, field) => (await (await loaded(name))?.counts(field)) ?? new Map(),
    async missing(name) {
      const service = services.find(name);
      loadBehind(service && of(service).load);
      return service ? missingIn(of(service), services, service) : () => false;
    },
    async each(name, wanted, task, signal) {
      const known = await loaded(name);
      await known?.each(wanted, task, signal);
      return known !== undefined;
    },
  };
  return {
    ...forOthers,
    of,
    search,
    credential,
    reader: (service: Service) => recordReader(services, service),
    listReader: (service: Service) => listReader(services, service),
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

export interface Searched {
  readonly service: Service;
  readonly query: string;
  readonly found: Found;
}

/** Undefined without a catalogue. */
function foundIn(
  { service: { name }, query, found }: Searched,
  text: string,
  state: ReturnType<Catalogue['state']>,
): FoundRecords | undefined {
  if (!state) return undefined;
  const { entries, ...about } = found;
  const records = entries.map(({ id, facts }) => ({ ...facts, service: name, id, openedAt: 0 }));
  const isIncomplete = !state.isComplete;
  return { service: name, ...(query !== text && { query }), asOf: state.asOf, isIncomplete, records, ...about };
}

/** What each catalogue has for a query. Near spellings count only if none has what was typed. */
async function searchAll(
  services: Services,
  of: (service: Service) => Catalogue,
  text: string,
  only: string | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly Searched[]> {
  const { query = text, service } = meantFor(text, only, services);
  const all = services.all().filter(({ name }) => service === undefined || name === service);
  const searched = await Promise.all(
    all.map(async (one) => ({ service: one, query, found: await of(one).find(query, signal) })),
  );
  const isExact = searched.some(({ found: { entries, instead } }) => entries.length > 0 && !instead);
  return searched.map((one) => (isExact && one.found.instead ? { ...one, found: { entries: [] } } : one));
}

/** A query may begin with the name of a service, as a number may. */
function meantFor(text: string, service: string | undefined, services: Services) {
  const [, name, query] = /^\s*(\S+)\s+(\S.*)$/s.exec(text) ?? [];
  const named = service === undefined && name !== undefined ? services.find(name.toLowerCase()) : undefined;
  return named ? { service: named.name, query } : { service };
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

function listReader(services: Services, service: Service): Required<UpdateOptions>['list'] {
  return async (at, signal) => {
    const client = await services.client(service);
    const page = await client.list({ signal, paced: true, ...(at !== undefined && { at }) });
    const secrets = await services.secrets(service.address.origin);
    if (secrets.length === 0) return page;
    const redacted = (text: string) => redactedVersion({ record: parseRecord(text) }, secrets).record.text;
    return { ...page, records: page.records.map(({ id, text }) => ({ id, text: redacted(text) })) };
  };
}

/** What may be on disk of a version. */
async function withoutSecrets(services: Services, { address }: Service, version: RecordVersion | undefined) {
  return version && redactedVersion(version, await services.secrets(address.origin));
}

/** Another credential may see more. */
async function missingIn(known: Catalogue, services: Services, service: Service): Promise<(id: number) => boolean> {
  const [credential, ...others] = known.state()?.credentials ?? [];
  const isSame = others.length === 0 && credential === (await services.fingerprint(service, credential));
  return (id) => isSame && known.isMissing(id);
}

async function knownFingerprint(services: Services, service: Service, known: Catalogue): Promise<string> {
  await known.load();
  for (const one of known.state()?.credentials ?? [])
    if ((await services.fingerprint(service, one)) === one) return one;
  return services.fingerprint(service);
}
