import * as vscode from 'vscode';
import type { BaseStorage } from '../files/openFiles.ts';
import { editBetween } from '../record/textEdits.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { applyEdits } from '../workbench/edits.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { recordDiagnostics } from './diagnostics.ts';
import { fieldFiles } from './fieldFile.ts';
import { editFieldAsText } from './fieldTexts.ts';
import { parsedDocuments } from './parsedDocuments.ts';
import { languageProviders, type ProviderParts } from './providers.ts';

interface LanguageParts extends ProviderParts, BaseStorage {
  readonly listedAt: Worksheets['recordAt'];
}

/** The language features of records. Each version of a text is parsed once. */
export function recordLanguage(parts: LanguageParts) {
  const { records, events, listedAt } = parts;
  const documents = parsedDocuments(records, listedAt);
  const diagnostics = recordDiagnostics(documents, events);
  const files = fieldFiles(records, events, parts);

  const restoreRecord = async (argument?: unknown): Promise<void> => {
    const document = await records.load(argument);
    const base = (await records.base(document.uri))?.text;
    if (base === undefined) {
      throw new UserError(vscode.l10n.t('The version to restore is not known. Reload the record.'));
    }
    const isRestored = await applyEdits(document, document.version, [editBetween(document.getText(), base)]);
    if (!isRestored) {
      throw new UserError(vscode.l10n.t('The record was not restored because it changed meanwhile. Try again.'));
    }
  };

  const registrations = vscode.Disposable.from(diagnostics, files, languageProviders(parts, documents));

  return {
    handlers: {
      editFieldAsText: (argument?: unknown) => editFieldAsText(records, argument),
      restoreRecord,
    } satisfies CommandHandlers<'language'>,
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}
