import * as vscode from 'vscode';
import type { Change } from '../record/changes.ts';
import type { RecordName, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { isUnsaved, openDocument } from '../workbench/documents.ts';
import type { OpenDocuments } from './openDocuments.ts';
import { openUriOf } from './openRecord.ts';
import { sameRecord } from './recordUri.ts';
import type { Saved } from './saveRecord.ts';
import { type Rehearsal, rehearseSave } from './saveRehearsal.ts';

/** Saves that were asked about beforehand, in a question that shows the changes of several records. */
export interface AgreedSaves {
  /** What a save of the record's editor would send now. Undefined: nothing is unsaved in it. */
  rehearse(name: RecordName): Promise<Rehearsal | undefined>;
  /** Saves the record's editor if that changes exactly this on the service. Asks nothing, and rejects if it can't. */
  save(name: RecordName, changes: readonly Change[]): Promise<Saved | undefined>;
}

export interface AgreedSaveParts {
  readonly services: Services;
  readonly documents: OpenDocuments;
  readonly onDidHappen: vscode.Event<SaveNews>;
}

interface SaveNews {
  readonly name: RecordName;
  readonly saved?: Saved;
  readonly failure?: unknown;
}

export function agreedSaves({ services, documents, onDidHappen }: AgreedSaveParts): AgreedSaves {
  const unsaved = async (name: RecordName) => {
    const uri = openUriOf(name);
    const textDocument = uri && openDocument(uri);
    if (!textDocument || !isUnsaved(textDocument)) return undefined;
    return { textDocument, document: await documents.withBase(uri) };
  };
  return {
    async rehearse(name) {
      const found = await unsaved(name);
      return found && rehearseSave(found.document, found.textDocument.getText(), services);
    },
    async save(name, changes) {
      const found = await unsaved(name);
      if (!found) return undefined;
      // VS Code says only whether a save failed, not why.
      const news: SaveNews[] = [];
      const listener = onDidHappen((one) => sameRecord(one.name, name) && news.push(one));
      found.document.prepareSave({ agreed: changes });
      try {
        if (await found.textDocument.save()) return news.findLast(({ saved }) => saved)?.saved;
        throw (
          news.findLast(({ failure }) => failure)?.failure ??
          new UserError(vscode.l10n.t('VS Code did not save the record.'))
        );
      } finally {
        found.document.prepareSave(undefined);
        listener.dispose();
      }
    },
  };
}
