import { basename, extname } from 'node:path/posix';
import * as vscode from 'vscode';
import { decodeRecord } from '../record/text.ts';
import { orUndefined } from '../record/valueShapes.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { localNumber } from '../workbench/plainText.ts';
import { forEachRecord } from '../worksheet/pool.ts';
import { type BaseFile, parseBase } from './baseFile.ts';
import { baseUri } from './exportCommand.ts';
import { type Given, recordsInFile, together } from './given.ts';
import { leftOut } from './messages.ts';

/** What was found, and what it was exported from. */
export interface GivenFiles extends Given {
  readonly base: BaseFile | undefined;
}

const maxMegabytes = 100;
const maxBytes = maxMegabytes * 1024 * 1024;
const atOnce = 8;

/** The records of a file, or of the JSON files in a folder. A file that can't be read is named, and left out. */
export async function readFiles(from: vscode.Uri): Promise<GivenFiles> {
  const { type } = await vscode.workspace.fs.stat(from);
  const isFolder = (type & vscode.FileType.Directory) !== 0;
  // An exported folder has one base for all of its files.
  const isOfFolder = !isFolder && /\/\d+\.json$/.test(from.path);
  const exported = isOfFolder ? vscode.Uri.joinPath(from, '..') : from;
  const base = await readBounded(baseUri(exported, isFolder || isOfFolder)).catch(() => undefined);
  const read = isFolder ? await readFolder(from) : [recordsInFile(basename(from.path), await readBounded(from))];
  return { ...together(read), base: base && orUndefined(() => parseBase(decodeRecord(base))) };
}

async function readFolder(folder: vscode.Uri): Promise<readonly Given[]> {
  const all = await vscode.workspace.fs.readDirectory(folder);
  const entries = all.filter(([name, type]) => extname(name) === '.json' && (type & vscode.FileType.Directory) === 0);
  const read = new Map<string, Given>();
  const budget = { bytes: maxBytes };
  const isCancelled = await forEachRecord(entries, {
    title: vscode.l10n.t('Reading {0} files', localNumber(entries.length)),
    atOnce,
    async task([name, type]) {
      const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
      if (isLink) throw new UserError(vscode.l10n.t('Symbolic links are not followed.'));
      read.set(name, recordsInFile(name, await readBounded(vscode.Uri.joinPath(folder, name), budget)));
    },
    failed([name], failure) {
      read.set(name, { records: [], problems: [leftOut.because(name, messageOf(failure))] });
    },
  });
  if (isCancelled) throw new vscode.CancellationError();
  return entries.flatMap(([name]) => read.get(name) ?? []);
}

async function readBounded(file: vscode.Uri, budget = { bytes: maxBytes }): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxBytes) throw new UserError(vscode.l10n.t('The file is larger than {0} MB.', maxMegabytes));
  budget.bytes -= size;
  if (budget.bytes < 0) {
    throw new UserError(vscode.l10n.t('The files in the folder are larger than {0} MB together.', maxMegabytes));
  }
  return vscode.workspace.fs.readFile(file);
}
