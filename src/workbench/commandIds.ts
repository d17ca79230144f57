/** Every command of the extension, once, by the feature that handles it. A test holds this table against package.json. */
export const commandNames = {
  records: [
    'compare',
    'reviewChanges',
    'showRequest',
    'saveWithPatch',
    'saveWithPut',
    'saveCopy',
    'keepMine',
    'takeTheirs',
  ],
  // Reload is one command for worksheets and records.
  worksheets: ['openWorksheet', 'worksheetAction', 'reviewWorksheet', 'reload'],
  checks: ['check', 'checkLinks', 'changeRows', 'dismissFinding', 'restoreFinding'],
  tables: ['openTable', 'openJson'],
  exchange: ['exportRecords', 'compareFiles', 'compareServices', 'copyToService'],
  opening: [
    'open',
    'openToSide',
    'openNext',
    'openPrevious',
    'copyId',
    'copyLink',
    'copyEditorLink',
    'copyPageLink',
    'openInBrowser',
  ],
  recent: [
    'pin',
    'unpin',
    'removeRecent',
    'clearRecent',
    'filterRecent',
    'clearFilter',
    'refreshRecent',
    'stopRefresh',
  ],
  catalogue: [
    'updateCatalogue',
    'deleteCatalogue',
    'filterCatalogue',
    'clearCatalogueFilter',
    'groupCatalogue',
    'changeValues',
    'nameWorksheet',
    'removeWorksheet',
  ],
  history: [
    'showHistory',
    'showRecordHistory',
    'showWrite',
    'revertWrite',
    'copyWriteAsCurl',
    'exportHistory',
    'filterHistory',
    'clearHistoryFilter',
    'deleteHistory',
  ],
  language: ['editFieldAsText'],
  previews: ['preview', 'togglePreviewLock'],
  connections: [
    'addService',
    'selectService',
    'changeAccess',
    'renameService',
    'removeService',
    'testConnection',
    'setCredential',
    'clearCredential',
    'serviceActions',
    'startSampleService',
    'stopSampleService',
  ],
  log: ['showLog'],
} as const;

export type Feature = keyof typeof commandNames;
export type CommandName<F extends Feature = Feature> = (typeof commandNames)[F][number];

export const commandIds = Object.fromEntries(
  Object.values(commandNames).flatMap((names) => names.map((name) => [name, `videoRecords.${name}`])),
) as { readonly [N in CommandName]: `videoRecords.${N}` };
