import * as vscode from 'vscode';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { recordOf, targetRecords, targetUri } from '../document/recordUri.ts';
import { parseIfRecord } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { inSlices } from '../workbench/scheduling.ts';
import { namedWorksheet } from '../worksheet/choose.ts';
import { Row } from '../worksheet/rows.ts';
import { unreadMessage } from '../worksheet/summary.ts';
import { selectedRows, targetWorksheet, worksheetOf } from '../worksheet/uri.ts';
import type { WholeRow } from '../worksheet/worksheets.ts';
import { changeRows } from './changeCommand.ts';
import { CheckedDocument } from './checkedDocument.ts';
import { checkedDocuments } from './checkedDocuments.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { check, checking, type ReportedFinding, reported } from './checking.ts';
import { checkWords } from './checkMessages.ts';
import { chooseWhat } from './chooseWhat.ts';
import { type FoundSheetsParts, foundSheets, tell } from './foundSheets.ts';

export interface CheckParts extends FoundSheetsParts {
  readonly services: Services;
  readonly catalogue: Pick<RecordCatalogue, 'each' | 'showToDo'>;
}

type Findings = Promise<readonly ReportedFinding[]>;

/** Finds what is wrong in records, and shows it with fixes. Nothing is checked unless someone asks. */
export function checks({ services, ...parts }: CheckParts, extensionUri: vscode.Uri) {
  const { worksheets, catalogue } = parts;
  const help = vscode.Uri.joinPath(extensionUri, 'docs', 'checks.md');
  const documents = checkedDocuments(help, (service) => services.find(service)?.access === 'readOnly');
  const sheets = foundSheets(parts, documents);
  const checked = checking(services, catalogue);

  /** Checks a record, or a worksheet with unsaved changes, where it is: what is typed there is nowhere else. */
  const checkDocument = async (uri: vscode.Uri, isWhole: boolean): Findings => {
    const document = await vscode.workspace.openTextDocument(uri);
    const readAll = recordOf(uri) ? async () => recordRows(document) : () => worksheets.rows(uri);
    const all = await readAll();
    const rows = isWhole ? all : selectedRows(document, all);
    const ids = new Set(rows.map(({ id }) => id));
    const read = rows === all ? readAll : async () => (await readAll()).filter(({ id }) => ids.has(id));
    if (rows.length === 0) throw new UserError(checkWords.noRecord());
    const result = await check((task, signal) =>
      inSlices(rows, ({ id, whole }) => task(new CheckedRecord(id, whole.fields)), signal),
    );
    if (worksheetOf(uri) && !document.isDirty) {
      await sheets.open(uri.authority, result);
    } else {
      await vscode.window.showTextDocument(document, { preview: false });
      await documents.add(new CheckedDocument(uri, result, read));
      tell(result);
    }
    return reported(uri.authority, result);
  };

  const checkIds = async (service: string, ids: readonly number[]): Findings => {
    const { unread, ...result } = await checked.ids(service, ids);
    if (unread.size > 0) void offer(unreadMessage(unread), [], 'warning');
    await sheets.open(service, result);
    return reported(service, result);
  };

  const checkQuery = async (service: string, query: string): Findings => {
    const result = await checked.query(service, query);
    await sheets.openOfCatalogue(service, result);
    return reported(service, result);
  };

  return {
    /** For programs: opens nothing, and shows only progress. */
    async find(service: string, wanted: readonly number[] | string) {
      const result = await (typeof wanted === 'string' ? checked.query(service, wanted) : checked.ids(service, wanted));
      return { findings: await reported(service, result), count: result.count };
    },
    handlers: {
      check: async (given?: unknown, several?: unknown) => {
        const argument = given ?? (await chooseWhat(services));
        const uri = targetWorksheet(argument) ?? targetUri(argument);
        // A menu names the document with a URI as well, so only a text means all of it.
        if (uri) return checkDocument(uri, typeof argument === 'string');
        const { service, query, ids, rule, kind } = isObject(argument) ? argument : {};
        if (typeof rule === 'string') return sheets.openToDo(String(service), rule);
        if (kind === 'group' || typeof query === 'string') return checkQuery(String(service), String(query ?? ''));
        if (ids !== undefined) return checkIds(String(service), namedWorksheet(argument).ids);
        const names = targetRecords(argument, several);
        const first = names[0]?.service ?? '';
        return checkIds(
          first,
          names.filter((name) => name.service === first).map(({ id }) => id),
        );
      },
      changeRows: (argument?: unknown) => changeRows(worksheets, services, argument),
    } satisfies CommandHandlers<'checks'>,
    dispose: () => vscode.Disposable.from(documents, sheets).dispose(),
  };
}

function recordRows(document: vscode.TextDocument): WholeRow[] {
  const text = document.getText();
  const whole = parseIfRecord(text);
  const id = recordOf(document.uri)?.id;
  return whole && id !== undefined ? [{ id, whole, row: new Row(text), offset: 0, fields: undefined }] : [];
}
