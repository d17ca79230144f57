import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import { activeRecordUri, recordOf } from '../document/recordUri.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { failed, offer } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import type { CommandTargets } from '../workbench/views.ts';
import { namedWorksheet } from '../worksheet/choose.ts';
import { readRecords } from '../worksheet/loading.ts';
import { Row } from '../worksheet/rows.ts';
import { unreadMessage } from '../worksheet/summary.ts';
import { maxRecords, type WorksheetName, worksheetOf } from '../worksheet/uri.ts';
import type { WholeRow, Worksheets } from '../worksheet/worksheets.ts';
import { changeRows } from './changeCommand.ts';
import { type Checked, CheckedDocument, inSlices } from './checkedDocument.ts';
import { checkedDocuments } from './checkedDocuments.ts';
import { checkWords, findingMessage, summaryMessage } from './checkMessages.ts';
import { type CheckSettings, checkRecords, type GroupedFinding, grouped } from './checkRecords.ts';
import { Facts } from './facts.ts';

export interface CheckParts {
  readonly services: Services;
  readonly worksheets: Pick<Worksheets, 'open' | 'rows'>;
  readonly targets: CommandTargets;
}

/** What a check finds, as commands and tools answer it. */
export interface ReportedFinding {
  readonly rule: string;
  readonly service: string;
  readonly id: number;
  readonly field: string;
  readonly message: string;
  /** The new value as JSON text. */
  readonly fix?: string;
  /** The records that it stands for, if they are several. */
  readonly ids?: readonly number[];
}

/** Finds what is wrong in records, and shows it with fixes. Nothing is checked unless someone asks. */
export type Checks = ReturnType<typeof checks>;

export function checks({ services, worksheets, targets }: CheckParts, extensionUri: vscode.Uri) {
  const help = vscode.Uri.joinPath(extensionUri, 'docs', 'checks.md');
  const documents = checkedDocuments(help, (service) => services.find(service)?.access === 'readOnly');

  /** Checks a record, or a worksheet with unsaved changes, where it is: what is typed there is nowhere else. */
  const checkDocument = async (uri: vscode.Uri): Promise<readonly ReportedFinding[]> => {
    const document = await vscode.workspace.openTextDocument(uri);
    const read = recordOf(uri) ? async () => recordRows(document) : () => worksheets.rows(uri);
    const rows = await read();
    if (rows.length === 0) throw new UserError(checkWords.noRecord());
    const result = await check(new Map(rows.map(({ id, whole }) => [id, whole])));
    const name = worksheetOf(uri);
    if (name && !document.isDirty) return openFindings(name.service, result);
    await vscode.window.showTextDocument(document, { preview: false });
    await documents.add(new CheckedDocument(uri, result, read));
    return told(uri.authority, result);
  };

  /** Says what was found by rule. */
  const told = (service: string, result: CheckResult): readonly ReportedFinding[] => {
    void vscode.window.showInformationMessage(plainText(summaryMessage(result.findings, result.records.size), 600));
    return reported(service, result);
  };

  const checkNamed = async (name: WorksheetName) => {
    const result = await readAndCheck(services, name);
    if (result.unread.size > 0) void offer(unreadMessage(result.unread), [], 'warning');
    return openFindings(name.service, result);
  };

  /** Opens a worksheet of the records with findings and the fields concerned. */
  const openFindings = async (service: string, result: CheckResult): Promise<readonly ReportedFinding[]> => {
    const found = new Set(result.findings.flatMap(({ id, ids = [id] }) => ids));
    const ids = [...result.records.keys()].filter((id) => found.has(id)).slice(0, maxRecords);
    const fields = [...new Set(result.findings.map(({ field }) => field))];
    if (ids.length > 0) {
      const uri = await worksheets.open({ service, ids, fields });
      await vscode.workspace.openTextDocument(uri);
      await documents.add(new CheckedDocument(uri, result, () => worksheets.rows(uri)));
    }
    return told(service, result);
  };

  return {
    /** For programs: opens nothing, and shows only progress. */
    async find(service: string, ids: readonly number[]) {
      const result = await readAndCheck(services, { service, ids });
      return { findings: reported(service, result), count: result.records.size };
    },
    handlers: {
      check: async (argument?: unknown, several?: unknown) => {
        const named = namedBy(argument, several, targets);
        return named instanceof vscode.Uri ? checkDocument(named) : checkNamed(named);
      },
      changeRows: (argument?: unknown) => changeRows(worksheets, services, argument),
    } satisfies CommandHandlers<'checks'>,
    dispose: () => documents.dispose(),
  };
}

/** What to check: an open document, or records. */
function namedBy(argument: unknown, several: unknown, targets: CommandTargets): vscode.Uri | WorksheetName {
  if (isObject(argument) && 'ids' in argument) return namedWorksheet(argument);
  const uri = argument === undefined ? activeUri() : uriIn(argument);
  if (uri && (recordOf(uri) || worksheetOf(uri))) return uri;
  const names = targets.of(argument, several);
  const service = names[0]?.service ?? '';
  return { service, ids: names.filter((name) => name.service === service).map(({ id }) => id) };
}

function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && worksheetOf(uri) ? uri : activeRecordUri();
}

function uriIn(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === 'string' && argument.includes('://') ? vscode.Uri.parse(argument) : undefined;
}

function recordRows(document: vscode.TextDocument): WholeRow[] {
  const text = document.getText();
  const whole = parseIfRecord(text);
  const id = recordOf(document.uri)?.id;
  return whole && id !== undefined ? [{ id, whole, row: new Row(text, id), offset: 0, fields: undefined }] : [];
}

interface CheckResult extends Checked {
  readonly findings: readonly GroupedFinding[];
}

async function readAndCheck(services: Services, { service, ids }: WorksheetName) {
  const client = await services.client(serviceOf(services, { service, id: 0 }));
  const { versions, unread } = await readRecords(client, ids);
  const [cause] = unread.values();
  if (versions.size === 0) throw failed(cause, { service });
  return { ...(await check(new Map([...versions].map(([id, { record }]) => [id, record])))), unread };
}

async function check(records: Map<number, RecordText>): Promise<CheckResult> {
  const [settings, facts] = [checkSettings(), new Facts(new Date().toISOString().slice(0, 10))];
  const sources = [...records].map(([id, { fields }]) => ({ id, fields }));
  const findings = await withProgress(checkWords.checking(records.size), (signal) =>
    inSlices(checkRecords(sources, settings, facts), signal),
  );
  return { settings, facts, records, findings: grouped(findings) };
}

function checkSettings(): CheckSettings {
  const given: unknown = vscode.workspace.getConfiguration('videoRecords').get('checks');
  const entries = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}

function reported(service: string, { findings }: CheckResult): readonly ReportedFinding[] {
  return findings.map((finding) => {
    const { rule, id, field, fix, ids } = finding;
    const message = findingMessage(finding);
    return { rule, service, id, field, message, ...(fix !== undefined && { fix }), ...(ids && { ids }) };
  });
}
