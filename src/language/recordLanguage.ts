import * as vscode from 'vscode';
import type { BaseStorage } from '../files/openFiles.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
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

  const registrations = vscode.Disposable.from(diagnostics, files, languageProviders(parts, documents));

  return {
    handlers: {
      editFieldAsText: (argument?: unknown) => editFieldAsText(records, argument),
    } satisfies CommandHandlers<'language'>,
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}
