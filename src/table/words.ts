import { l10n } from 'vscode';

export type TableWords = Readonly<ReturnType<typeof tableWords>>;

/** The words of the page, which has no access to VS Code's translations. It fills in `{0}` and `{1}`. */
export function tableWords() {
  return {
    table: l10n.t('Table of records'),
    filter: l10n.t('Filter rows'),
    find: l10n.t('Find in cells'),
    wrap: l10n.t('Wrap'),
    openJson: l10n.t('Open as JSON'),
    missing: l10n.t('no such field'),
    tooLong: l10n.t('This value is too long for the table. Open the worksheet as JSON to edit it.'),
    ascending: l10n.t('Sorted by {0}, ascending', '{0}'),
    descending: l10n.t('Sorted by {0}, descending', '{0}'),
    unsorted: l10n.t('Not sorted'),
    shown: l10n.t('{0} of {1} rows', '{0}', '{1}'),
    found: l10n.t('{0} of {1}', '{0}', '{1}'),
    notFound: l10n.t('No results'),
    changed: l10n.t('changed'),
    added: l10n.t('added'),
    removed: l10n.t('removed'),
    problem: l10n.t('has a problem'),
    cell: l10n.t('{0} of record {1}', '{0}', '{1}'),
    item: l10n.t('Item {0}', '{0}'),
    newItem: l10n.t('New item'),
    listHint: l10n.t('Enter: next item. Ctrl+Enter: done. Esc: cancel.'),
    pasteRefused: l10n.t("The copied cells don't fit here. Nothing was pasted."),
  };
}
