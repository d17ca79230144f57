import { createHash } from 'node:crypto';
import { l10n, type Memento } from 'vscode';
import { UserError } from '../workbench/commands.ts';
import { localNumber } from '../workbench/plainText.ts';
import { askInDialog } from '../workbench/prompts.ts';
import type { WorksheetName } from './uri.ts';

export type ReadConsent = ReturnType<typeof readConsent>;

const key = 'worksheet.opened';
const maxUnasked = 50;
const maxKept = 200;

/**
 * Who asked for the records of a worksheet. Anyone may give VS Code its URI, which must not send hundreds of requests
 * with the user's credential. A tab that VS Code restores was opened by the user before.
 */
export function readConsent(memory: Memento) {
  const kept = (): readonly unknown[] => [memory.get<unknown>(key) ?? []].flat();
  /** The user, or a command of ours, asks for these records. */
  const given = (name: WorksheetName) => {
    if (name.ids.length <= maxUnasked) return;
    const id = worksheetHash(name);
    const others = kept().filter((one) => one !== id);
    void memory.update(key, [id, ...others].slice(0, maxKept));
  };
  return {
    given,
    /** Asks the user about many records that nobody asked for. Rejects if they decline. */
    async need(name: WorksheetName): Promise<void> {
      if (name.ids.length <= maxUnasked || kept().includes(worksheetHash(name))) return;
      const { ids, service } = name;
      const count = localNumber(ids.length);
      const question = l10n.t('Read {0} records on {1}?', count, service);
      const detail = l10n.t(
        'This worksheet was opened from outside Video Records, such as by a link. Each record is one request.',
      );
      if ((await askInDialog(question, detail, l10n.t('Read Records'))) === undefined) {
        throw new UserError(l10n.t('You chose not to read the {0} records of this worksheet.', count));
      }
      given(name);
    },
  };
}

export function worksheetHash({ service, ids }: WorksheetName): string {
  return createHash('sha256')
    .update(JSON.stringify([service, ids]))
    .digest('base64url');
}
