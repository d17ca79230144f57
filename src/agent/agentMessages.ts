import { l10n } from 'vscode';
import type { ToolInput, ToolName } from './toolInputs.ts';

type Invocations = { readonly [N in ToolName]: (input: ToolInput<N>) => string };

/** What the chat shows while a tool runs. */
export const invocationMessages: Invocations = {
  find: () => l10n.t('Searching recent records'),
  read: ({ ids }) => {
    const [first] = ids;
    return ids.length === 1 ? l10n.t('Reading record {0}', first ?? '') : l10n.t('Reading {0} records', ids.length);
  },
  edit: ({ records }) => {
    const [first] = records;
    return records.length === 1
      ? l10n.t('Editing record {0}, without saving', first?.id ?? '')
      : l10n.t('Editing {0} records, without saving', records.length);
  },
  save: () => l10n.t('Asking to save records'),
};
