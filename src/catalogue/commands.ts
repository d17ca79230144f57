import * as vscode from 'vscode';
import { chosenService } from '../document/configuredService.ts';
import { toDoFile } from '../document/knownRecord.ts';
import { parseIds } from '../record/references.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import { type Action, agreed } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { askOrCancel, askText, chooseInDialog } from '../workbench/prompts.ts';
import { askFilter, isRow } from '../workbench/views.ts';
import type { UpdateCounts } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import type { Catalogues } from './catalogues.ts';
import { progressMessage, resultMessage, catalogueWords as words } from './messages.ts';
import type { CatalogueRow } from './rows.ts';
import type { Wanted } from './runs.ts';
import type { CatalogueTree } from './tree.ts';
import type { UpdateResult } from './update.ts';

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
  const running = new Map<string, { readonly abort: AbortController; readonly result: Promise<UpdateResult> }>();

  /** One update of a service at a time in this window. */
  const update = (service: Service, wanted: Wanted): Promise<UpdateResult> => {
    const key = service.address.href;
    const known = running.get(key);
    if (known) return known.result;
    const abort = new AbortController();
    const result = updateWithProgress(service, catalogues, wanted, abort.signal)
      .then((ended): UpdateResult => (abort.signal.aborted ? { ...ended, stopped: 'deleted' } : ended))
      .finally(() => {
        running.delete(key);
        changed();
      });
    running.set(key, { abort, result });
    return result;
  };

  const updateAndTell = async (service: Service, wanted: Wanted): Promise<Updated> => {
    const { cause, end, ...result } = await update(service, wanted);
    const isToContinue = result.stopped === 'cancelled' || result.stopped === 'failures';
    const isFailed = result.stopped !== undefined && !['cancelled', 'deleted'].includes(result.stopped);
    const actions: Action[] = isToContinue ? [[words.goOn(), () => updateAndTell(service, wanted)]] : [];
    if (end) actions.push([words.lookFurther(), () => updateAndTell(service, { from: end.upTo + 1 })]);
    const message = plainText(resultMessage(service.name, { ...result, cause, ...(end && { end }) }), 600);
    void offer(message, actions, isFailed ? 'error' : 'information');
    return { service: service.name, ...result };
  };

  return {
    updateCatalogue: async (argument?: unknown) => {
      const service = await chosenService(services, argument, words.updateTitle());
      const isAsked = argument === undefined || isRow(argument);
      return updateAndTell(service, isAsked ? await askWanted(service, catalogues.of(service)) : wantedIn(argument));
    },
    deleteCatalogue: async (argument?: unknown) => {
      const removed = (argument as { readonly [agreed]?: Service } | undefined)?.[agreed];
      const service = removed ?? (await chosenService(services, argument, words.deleteTitle()));
      const isAsked = argument === undefined || isRow(argument);
      if (isAsked) await askOrCancel(words.deleteQuestion(service.name), words.deleteDetail(), words.deleteTitle());
      const update = running.get(service.address.href);
      update?.abort.abort();
      await update?.result.catch(() => {});
      // Records can be read again, dismissed findings can't.
      await catalogues.of(service).delete(isAsked || removed ? undefined : toDoFile);
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
  wanted: Wanted,
  stop: AbortSignal,
): Promise<UpdateResult> {
  const catalogue = catalogues.of(service);
  const credential = await catalogues.credential(service);
  return withProgress(words.updating(service.name), (cancelled, report) => {
    const started = performance.now();
    let reported = 0;
    return catalogue.update({
      read: catalogues.reader(service),
      list: catalogues.listReader(service),
      ...wanted,
      credential,
      signal: AbortSignal.any([cancelled, stop]),
      report: (progress) => {
        const now = performance.now();
        if (now - reported < reportEachMs) return;
        reported = now;
        const { listed } = progress;
        const [done, total] = listed ? [listed.read, listed.total] : [progress.asked, progress.total];
        const percent = total ? Math.min(100, (done / total) * 100) : 0;
        report(progressMessage(progress, now - started), percent);
      },
    });
  });
}

/** Asks before the first update, and where all numbers would be asked for again. */
async function askWanted(service: Service, catalogue: Catalogue): Promise<Wanted> {
  await catalogue.load();
  const [state, requests] = [catalogue.state(), catalogue.requests()];
  if (!state?.isOfAll) return askFirst(service);
  if (!requests) return {};
  const detail = words.againDetail(state.asOf, requests.all, requests.new, requests.further);
  return askHow(words.againQuestion(service.name), detail, [
    [words.everything(), {}],
    [words.newOnly(), { from: requests.firstNew }],
    [words.lookFurther(), { from: requests.further }],
  ]);
}

/** Says what will be done. */
function askFirst({ name, address }: Service): Promise<Wanted> {
  return askHow(words.firstQuestion(name), words.firstDetail(address.href), [[words.readAll(), {}]]);
}

/** Some IDs can always be chosen instead. */
async function askHow(
  question: string,
  detail: string,
  choices: readonly (readonly [label: string, wanted: Wanted])[],
): Promise<Wanted> {
  const chosen = await chooseInDialog<Wanted | 'ids'>(question, detail, [...choices, [words.chooseIds(), 'ids']]);
  if (chosen === undefined) throw new vscode.CancellationError();
  if (chosen !== 'ids') return chosen;
  return wantedIn({ ids: await askText({ prompt: words.idsPrompt(), title: words.updateTitle(), value: '1-1000' }) });
}

function wantedIn(argument: unknown): Wanted {
  const ids = isObject(argument) ? argument.ids : undefined;
  return ids === undefined ? {} : { ids: parseIds(String(ids), { max: maxIds, cuts: false }).ids };
}
