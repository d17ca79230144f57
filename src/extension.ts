import * as vscode from 'vscode';
import type { VideoRecordsApi } from './api.ts';
import { type LazyCatalogue, lazyCatalogue } from './catalogue/registration.ts';
import type { Checks } from './checks/checks.ts';
import type { ConfiguredServices } from './connections/configuredServices.ts';
import { connections } from './connections/connections.ts';
import { type RecordEvents, recordEvents } from './document/events.ts';
import type { RecordCatalogue } from './document/knownRecord.ts';
import type { Records } from './document/records.ts';
import { registerFiles } from './files/registration.ts';
import { windowStorage } from './files/windowStorage.ts';
import type { WriteHistory } from './history/journalView.ts';
import { historyView, lazyJournal } from './history/registration.ts';
import { followTexts } from './language/registration.ts';
import type { RecentRecords } from './recent/records.ts';
import { recentView } from './recent/registration.ts';
import type { RecordName } from './service/services.ts';
import { registerCommands } from './workbench/commands.ts';
import { fieldScheme, previewType, recordScheme, tableType, worksheetScheme } from './workbench/ids.ts';
import { type Lazy, lazy, lazyHandlers, lazyMethods } from './workbench/lazy.ts';
import { walkthrough } from './workbench/walkthrough.ts';
import type { ChooseRecords } from './worksheet/choose.ts';
import type { Worksheets } from './worksheet/worksheets.ts';

/** Registers what VS Code may ask for. Each feature is loaded when it is first needed. */
export function activate(context: vscode.ExtensionContext): VideoRecordsApi {
  const own: Own = (part) => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Video Records', { log: true }));
  const events = own(recordEvents());
  const { services, feature: connectionFeature } = own(connections(context, log));
  const features = loaders({ context, own, log, events, services });
  const { records, worksheets, opening, recent, catalogue, language } = features;

  const withLanguage = async <T>(load: () => Promise<T>): Promise<T> => {
    const loaded = await load();
    await language();
    return loaded;
  };
  own(registerFiles(recordScheme, async () => (await withLanguage(records)).files));
  own(registerFiles(worksheetScheme, async () => (await withLanguage(worksheets)).files));
  own(registerFiles(fieldScheme, async () => (await language()).files));
  own(followTexts(language));
  own(vscode.window.registerUriHandler(lazyMethods(opening, 'handleUri')));
  own(
    vscode.window.registerWebviewPanelSerializer(
      previewType,
      lazyMethods(features.previews, 'deserializeWebviewPanel'),
    ),
  );
  const tableEditor = lazyMethods(features.tables, 'resolveCustomTextEditor');
  own(vscode.window.registerCustomEditorProvider(tableType, tableEditor, tableOptions));
  for (const name of ['find', 'read', 'check', 'edit', 'save'] as const) {
    const tool = lazyMethods(async () => (await features.tools())[name], 'invoke');
    own(vscode.lm.registerTool(`videoRecords_${name}`, tool));
  }
  own(walkthrough(services, events.happened.event));
  own(events.happened.event(async (event) => (await recent()).note(event)));
  own(events.happened.event(async (event) => (await catalogue()).note(event)));
  own(services.onDidRename(async (rename) => (await recent()).renameService(rename)));
  own(
    registerCommands(
      {
        ...lazyHandlers('records', records),
        ...lazyHandlers('worksheets', worksheets),
        ...lazyHandlers('checks', features.checks),
        ...lazyHandlers('tables', features.tables),
        ...lazyHandlers('exchange', features.exchange),
        ...lazyHandlers('opening', opening),
        ...lazyHandlers('recent', recent),
        ...lazyHandlers('catalogue', catalogue),
        ...lazyHandlers('history', features.history),
        ...lazyHandlers('language', language),
        ...lazyHandlers('previews', features.previews),
        ...lazyHandlers('connections', connectionFeature),
        showLog: () => log.show(),
      },
      async (failure) => (await import('./workbench/failure.ts')).reportCommandFailure(log, failure),
    ),
  );
  return {
    version: 2,
    ...lazyMethods(async () => (await records()).api, 'open', 'read', 'save'),
    ...lazyMethods(async () => (await worksheets()).api, 'openWorksheet'),
  };
}

/** Two groups may show the same worksheet as a table. */
const tableOptions = { supportsMultipleEditorsPerDocument: true };

type Own = <T extends vscode.Disposable>(part: T) => T;

interface LoaderParts {
  readonly context: vscode.ExtensionContext;
  readonly own: Own;
  readonly log: vscode.LogOutputChannel;
  readonly events: RecordEvents;
  readonly services: ConfiguredServices;
}

/**
 * A loader per feature. It awaits the features that it needs and passes them on, so nothing behind it knows of lazy
 * loading. Loaders must not wait for each other in a ring: the history opens records, which record their writes in it, so
 * it gets methods that load them. Nor may the language wait for a record's text, which waits for the language.
 */
function loaders({ context, own, log, events, services }: LoaderParts) {
  const memory = context.globalState;
  const storage = () => windowStorage(context);
  const feature: Feature = (load) => own(lazy(load));

  const recent: Lazy<RecentRecords> = feature(async () => {
    const { recentRecords } = await import('./recent/records.ts');
    return recentRecords({ memory, services, log }, recents.tree, recents.refresh);
  });
  const recents = own(recentView(recent, services));

  const toDos = lazyMethods(() => checks(), 'toDo', 'saved');
  const catalogue: LazyCatalogue = own(lazyCatalogue(context, { services, log, toDos }, () => worksheets()));
  const { find, missing } = catalogue.methods;

  const history: Lazy<WriteHistory> = feature(async () => {
    const { writeHistory } = await import('./history/journalView.ts');
    const { fill } = lazyMethods(records, 'fill');
    const { open: openWorksheet } = lazyMethods(worksheets, 'open');
    const parts = { storage: context.globalStorageUri, services, fill, openWorksheet, log };
    return writeHistory(parts, writes.tree, writes.refresh);
  });
  const writes = own(historyView(history));
  const journal = lazyJournal(history, log);

  const records = feature(async () => {
    const [loaded, { statusBar }] = await Promise.all([
      import('./document/records.ts'),
      import('./connections/statusBar.ts'),
    ]);
    const made = loaded.records({ services, journal, events, storage: storage(), log });
    own(statusBar(services, made, events.happened.event));
    return made;
  });
  const opening = feature(async () => {
    const { openRecords } = await import('./opening/commands.ts');
    const [known, { open }] = await Promise.all([recent(), records()]);
    return openRecords({ services, open, known, catalogue: { find, missing }, memory });
  });
  const { choose: chooseRecords } = lazyMethods(opening, 'choose');
  const worksheets = feature(async () => {
    const [loaded, opened] = await Promise.all([import('./worksheet/worksheets.ts'), records()]);
    const parts = { services, records: opened, journal, chooseRecords, find, memory, log };
    return loaded.worksheets({ ...parts, onDidHappen: events.happened.event, storage: storage() });
  });
  const checks = feature(async () => {
    const [loaded, sheets] = await Promise.all([import('./checks/checks.ts'), worksheets()]);
    const parts = { services, worksheets: sheets, catalogue: catalogue.methods };
    return loaded.checks(parts, context.extensionUri);
  });
  const seen = seenValues(catalogue, recent);
  const language = feature(async () => {
    const [{ recordLanguage }, opened] = await Promise.all([import('./language/recordLanguage.ts'), records()]);
    const { recordAt: listedAt } = lazyMethods(worksheets, 'recordAt');
    const parts = { services, records: opened, events, seen, listedAt, log };
    return recordLanguage({ ...parts, storage: storage() });
  });
  const parts = { context, events, services, records, worksheets, checks, recent, chooseRecords, find, seen };
  const others = otherLoaders(feature, parts);
  return { records, worksheets, checks, opening, recent, catalogue, history, language, ...others };
}

type Feature = <T extends object>(load: () => Promise<T>) => Lazy<T>;

interface OtherParts extends Pick<LoaderParts, 'context' | 'events' | 'services'>, Pick<RecordCatalogue, 'find'> {
  readonly records: Lazy<Records>;
  readonly worksheets: Lazy<Worksheets>;
  readonly checks: Lazy<Checks>;
  readonly recent: Lazy<RecentRecords>;
  readonly chooseRecords: ChooseRecords;
  readonly seen: RecordCatalogue['values'];
}

/** The features that no other one needs. */
function otherLoaders(feature: Feature, { context, events, services, records, worksheets, ...parts }: OtherParts) {
  const { extensionUri, globalState: memory } = context;
  const { chooseRecords, find, seen } = parts;
  const exchange = feature(async () => {
    const [loaded, opened, sheets] = await Promise.all([import('./exchange/exchange.ts'), records(), worksheets()]);
    return loaded.exchange({ services, openRecord: opened.open, worksheets: sheets, chooseRecords, find, memory });
  });
  const previews = feature(async () => {
    const [loaded, opened] = await Promise.all([import('./preview/panels.ts'), records()]);
    const rows = { ...lazyMethods(worksheets, 'activeRow'), onDidSelectRow: events.rowSelected.event };
    const followed = { ...opened, ...rows, onDidChangeStanding: events.standingChanged.event };
    return loaded.previews(followed, extensionUri);
  });
  const tables = feature(async () => {
    const [loaded, opened, sheets] = await Promise.all([import('./table/tables.ts'), records(), worksheets()]);
    const rowSelected = (name: RecordName) => events.rowSelected.fire(name);
    const own = { services, worksheets: sheets, openRecord: opened.open, seen, rowSelected, memory };
    return loaded.tables({ ...own, extension: extensionUri });
  });
  const tools = feature(async () => {
    const loaded = await import('./agent/tools.ts');
    const [opened, sheets, known] = await Promise.all([records(), worksheets(), parts.recent()]);
    const own = { services, records: opened, worksheets: sheets, known, catalogue: { find } };
    return loaded.tools({ ...own, checks: lazyMethods(parts.checks, 'find') });
  });
  return { exchange, previews, tables, tools };
}

const maxSuggested = 200;

/** What other records have in a field: the catalogue's most frequent values, then those of recent records. */
function seenValues(catalogue: Lazy<RecordCatalogue>, recent: Lazy<RecentRecords>): RecordCatalogue['values'] {
  return async (service) => {
    const [listed, known] = await Promise.all([catalogue(), recent()]);
    const values = await listed.values(service);
    return (field) => [...new Set([...values(field), ...known.seenValues(service, field)])].slice(0, maxSuggested);
  };
}
