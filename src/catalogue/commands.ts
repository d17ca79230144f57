import * as vscode from 'vscode';
import { namedService, pickService } from '../document/configuredService.ts';
import { parseReference } from '../record/references.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { offer } from '../workbench/failure.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { askInDialog, askText } from '../workbench/prompts.ts';
import { askFilter, isRow } from '../workbench/views.ts';
import type { Catalogues } from './catalogues.ts';
import { progressMessage, resultMessage, catalogueWords as words } from './messages.ts';
import type { CatalogueRow, CatalogueTree } from './tree.ts';
import type { UpdateCounts, UpdateResult } from './update.ts';

export interface CatalogueCommandsParts {
  readonly services: Services;
  readonly catalogues: Catalogues;
  readonly tree: CatalogueTree;
  readonly view: vscode.TreeView<CatalogueRow>;
  readonly filter: (text: string) => void;
  /** What the view shows may have changed. */
  readonly changed: () => void;
}

/** What `updateCatalogue` resolves to. */
export interface Updated extends UpdateCounts, Pick<UpdateResult, 'stopped'> {
  readonly service: string;
}

const maxIds = 50_000;
const reportEachMs = 300;

export function catalogueCommands(parts: CatalogueCommandsParts) {
  const { services, catalogues, tree, view, filter, changed } = parts;
  const serviceFor = async (argument: unknown, title: PlainText) =>
    namedService(services, argument) ?? pickService(services, title);
  const running = new Map<string, { readonly abort: AbortController; readonly result: Promise<UpdateResult> }>();

  /** One update of a service at a time in this window. */
  const update = (service: Service, ids: readonly number[] | undefined): Promise<UpdateResult> => {
    const key = service.address.href;
    const known = running.get(key);
    if (known) return known.result;
    const abort = new AbortController();
    const result = updateWithProgress(service, catalogues, ids, abort.signal).finally(() => {
      running.delete(key);
      changed();
    });
    running.set(key, { abort, result });
    return result;
  };

  const updateAndTell = async (service: Service, ids: readonly number[] | undefined): Promise<Updated> => {
    const { cause, ...result } = await update(service, ids);
    const goOn = () => updateAndTell(service, ids);
    const isToContinue = result.stopped === 'cancelled' || result.stopped === 'failures';
    const severity = result.stopped === undefined || result.stopped === 'cancelled' ? 'information' : 'error';
    const message = plainText(resultMessage(service.name, { ...result, cause }), 600);
    void offer(message, isToContinue ? [[words.goOn(), goOn]] : [], severity);
    return { service: service.name, ...result };
  };

  return {
    updateCatalogue: async (argument?: unknown) => {
      const service = await serviceFor(argument, words.updateTitle());
      const isAsked = argument === undefined || isRow(argument);
      await catalogues.of(service).load();
      const isFirst = catalogues.of(service).state() === undefined;
      return updateAndTell(service, isAsked && isFirst ? await askFirst(service) : idsIn(argument));
    },
    deleteCatalogue: async (argument?: unknown) => {
      const service = await serviceFor(argument, words.deleteTitle());
      if (argument === undefined || isRow(argument)) {
        const chosen = await askInDialog(words.deleteQuestion(service.name), words.deleteDetail(), words.deleteTitle());
        if (chosen !== words.deleteTitle()) throw new vscode.CancellationError();
      }
      const update = running.get(service.address.href);
      update?.abort.abort();
      await update?.result.catch(() => {});
      await catalogues.of(service).delete();
      changed();
    },
    filterCatalogue: (text?: unknown) => {
      if (typeof text === 'string') return filter(text);
      const [title, placeholder] = [words.filterTitle(), words.filterPlaceholder()];
      return askFilter({ title, placeholder, before: tree.filter, filter, view });
    },
    clearCatalogueFilter: () => filter(''),
  };
}

async function updateWithProgress(
  service: Service,
  catalogues: Catalogues,
  ids: readonly number[] | undefined,
  stop: AbortSignal,
): Promise<UpdateResult> {
  const catalogue = catalogues.of(service);
  const credential = await catalogues.credential(service);
  return withProgress(words.updating(service.name), (cancelled, report) => {
    const started = performance.now();
    let reported = 0;
    return catalogue.update({
      read: catalogues.reader(service),
      ...(ids && { ids }),
      credential,
      signal: AbortSignal.any([cancelled, stop]),
      report: (progress) => {
        const now = performance.now();
        if (now - reported < reportEachMs) return;
        reported = now;
        const { read, missing, failed, total } = progress;
        const percent = total ? Math.min(100, ((read + missing + failed) / total) * 100) : 0;
        report(progressMessage(progress, now - started), percent);
      },
    });
  });
}

/** Says what will be done. Undefined for all numbers. */
async function askFirst({ name, address }: Service): Promise<readonly number[] | undefined> {
  const [all, some] = [words.readAll(), words.chooseIds()];
  const chosen = await askInDialog(words.firstQuestion(name), words.firstDetail(address.href), all, some);
  if (chosen === undefined) throw new vscode.CancellationError();
  if (chosen === all) return undefined;
  return idsIn({ ids: await askText({ prompt: words.idsPrompt(), title: words.updateTitle(), value: '1-1000' }) });
}

function idsIn(argument: unknown): readonly number[] | undefined {
  const ids = isObject(argument) && !isRow(argument) ? argument.ids : undefined;
  return ids === undefined ? undefined : parseReference(String(ids), { max: maxIds, cuts: false }).ids;
}
