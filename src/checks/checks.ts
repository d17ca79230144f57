import * as vscode from 'vscode';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { recordOf, targetRecords, targetUri } from '../document/recordUri.ts';
import { activeUri } from '../files/tabs.ts';
import { parseIfRecord } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import type { PlainText } from '../workbench/plainText.ts';
import { inSlices } from '../workbench/scheduling.ts';
import { isRow } from '../workbench/views.ts';
import { listedWorksheet, namedWorksheet, ofOneService } from '../worksheet/choose.ts';
import { Row } from '../worksheet/rows.ts';
import { unreadMessage } from '../worksheet/summary.ts';
import { selectedRows, targetWorksheet, worksheetOf } from '../worksheet/uri.ts';
import type { WholeRow } from '../worksheet/worksheets.ts';
import { changeRows } from './changeCommand.ts';
import { CheckedDocument } from './checkedDocument.ts';
import { checkedDocuments } from './checkedDocuments.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { check, reported, type Source, type Sources, sources } from './checking.ts';
import { checkWords } from './checkMessages.ts';
import type { CheckResult, IsDismissed } from './checkRecords.ts';
import { chooseWhat } from './chooseWhat.ts';
import { dismissing } from './dismissing.ts';
import { type FoundSheets, type FoundSheetsParts, foundSheets, tell } from './foundSheets.ts';
import { linkChecks } from './links/linkCommand.ts';
import { linkWords } from './links/linkMessages.ts';
import { verdictsIn } from './toDo.ts';
import { toDoFiles } from './toDoFiles.ts';
import { serviceToDos } from './toDoLists.ts';

export interface CheckParts extends Pick<FoundSheetsParts, 'worksheets'> {
  readonly services: Services;
  readonly catalogue: Pick<RecordCatalogue, 'each' | 'counts' | 'toDoChanged' | 'folder'>;
}

/** Looks for something in records. */
type Look = (service: string, each: Source, isDismissed: IsDismissed) => Promise<CheckResult>;

export type Checks = ReturnType<typeof checks>;

/** Finds what is wrong in records, and shows it with fixes. Nothing is checked unless someone asks. */
export function checks({ services, ...parts }: CheckParts, extensionUri: vscode.Uri) {
  const { worksheets, catalogue } = parts;
  const documents = checkedDocuments(
    vscode.Uri.joinPath(extensionUri, 'docs', 'checks.md'),
    (service) => services.find(service)?.access === 'readOnly',
  );
  const source = sources(services, catalogue);
  const files = toDoFiles(catalogue);
  const toDos = serviceToDos(files, source);
  const sheets = foundSheets({ worksheets, files, toDos, documents });
  const atRules: Look = (_, each, isDismissed) => check(each, { isDismissed });
  const verdictsBefore = async (service: string) => verdictsIn(await files.current(service));
  const atLinks: Look = linkChecks(services, catalogue, verdictsBefore);

  const { checkDocument, checkIds, checkListed } = checkers({ worksheets, source, sheets, documents, files });

  const checkTarget = (look: Look, title: PlainText) => async (given?: unknown, several?: unknown) => {
    const argument = given ?? (await chooseWhat(services, worksheets, title));
    const uri = targetWorksheet(argument) ?? targetUri(argument);
    // A menu names the document with a URI as well, so only a text means all of it.
    if (uri) return checkDocument(uri, typeof argument === 'string', look);
    const { service, query, ids, rule, kind, value } = isObject(argument) ? argument : {};
    if (typeof rule === 'string') return sheets.openToDo(String(service), rule);
    if (isRow(argument) && ids !== undefined) {
      const listed = await listedWorksheet(Object(argument), several);
      return checkListed(listed.service, listed.ids, look, String(value ?? ''));
    }
    if (kind === 'group' || typeof query === 'string') return checkListed(String(service), String(query ?? ''), look);
    if (ids !== undefined) return checkIds(String(service), namedWorksheet(argument).ids, look);
    const chosen = await ofOneService(targetRecords(argument, several));
    return checkIds(chosen.service, chosen.ids, look);
  };

  return {
    /** For programs: opens nothing, and shows only progress. */
    async find(service: string, wanted: readonly number[] | string) {
      const isQuery = typeof wanted === 'string';
      const each = isQuery ? source.query(service, wanted) : (await source.ids(service, wanted)).each;
      const result = await check(each, { isDismissed: await files.isDismissed(service) });
      return { findings: await reported(service, result), count: result.ids.size };
    },
    handlers: {
      check: checkTarget(atRules, checkWords.title()),
      checkLinks: checkTarget(atLinks, linkWords.check()),
      changeRows: (argument?: unknown) => changeRows({ worksheets, services, catalogue }, argument),
      ...dismissing(files, documents),
    } satisfies CommandHandlers<'checks'>,
    toDo: toDos.toDo,
    saved: toDos.saved,
    dispose: () => documents.dispose(),
  };
}

interface CheckerParts extends Omit<FoundSheetsParts, 'toDos'> {
  readonly source: Sources;
  readonly sheets: FoundSheets;
}

/** The ways to look at records, and to show what was found. */
function checkers({ worksheets, source, sheets, documents, files }: CheckerParts) {
  /** Checks a record, or a worksheet with unsaved changes, where it is: what is typed there is nowhere else. */
  const checkDocument = async (uri: vscode.Uri, isWhole: boolean, look: Look) => {
    const document = await vscode.workspace.openTextDocument(uri);
    const { rows, read } = await rowsOf(document, isWhole, worksheets);
    if (rows.length === 0) throw new UserError(checkWords.noRecord());
    const each: Source = (task, signal) =>
      inSlices(rows, ({ id, whole }) => task(new CheckedRecord(id, whole.fields)), signal);
    const isDismissed = await files.isDismissed(uri.authority);
    const result = await look(uri.authority, each, isDismissed);
    if (worksheetOf(uri) && !document.isDirty) {
      await sheets.open(uri.authority, result);
    } else {
      if (activeUri()?.toString() !== uri.toString())
        await vscode.window.showTextDocument(document, { preview: false });
      await documents.add(new CheckedDocument(uri, result, read, (finding) => !isDismissed(finding)));
      tell(result);
    }
    return reported(uri.authority, result);
  };

  const checkIds = async (service: string, ids: readonly number[], look: Look) => {
    const { each, unread } = await source.ids(service, ids);
    if (unread.size > 0) void offer(unreadMessage(unread), [], 'warning');
    const result = await look(service, each, await files.isDismissed(service));
    await sheets.open(service, result);
    return reported(service, result);
  };

  /** Records as the catalogue has them. Only a query tells what is left to do. */
  const checkListed = async (service: string, wanted: string | readonly number[], look: Look, label?: string) => {
    const result = await look(service, source.query(service, wanted), await files.isDismissed(service));
    if (result.ids.size === 0) throw new UserError(checkWords.noMatch());
    if (typeof wanted === 'string') await sheets.openOfCatalogue(service, result, wanted);
    else await sheets.open(service, result, label);
    return reported(service, result);
  };

  return { checkDocument, checkIds, checkListed };
}

/** The rows of a record or worksheet to check, and how to read them again. */
async function rowsOf(document: vscode.TextDocument, isWhole: boolean, worksheets: CheckParts['worksheets']) {
  const { uri } = document;
  const readAll = recordOf(uri) ? async () => recordRows(document) : () => worksheets.rows(uri);
  const all = await readAll();
  const rows = isWhole ? all : selectedRows(document, all, worksheets.selectedIds(uri));
  const ids = new Set(rows.map(({ id }) => id));
  const read = rows === all ? readAll : async () => (await readAll()).filter(({ id }) => ids.has(id));
  return { rows, read };
}

function recordRows(document: vscode.TextDocument): WholeRow[] {
  const text = document.getText();
  const whole = parseIfRecord(text);
  const id = recordOf(document.uri)?.id;
  return whole && id !== undefined ? [{ id, whole, row: new Row(text), offset: 0, fields: undefined }] : [];
}
