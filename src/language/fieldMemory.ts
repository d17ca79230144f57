import type * as vscode from 'vscode';

/** Which text of a field each open editor was given, by its fingerprint. Survives a reload, as unsaved texts do. */
export interface FieldMemory {
  get(uri: string): string | undefined;
  set(uri: string, fingerprint: string | undefined): void;
}

const prefix = 'fieldText ';

export function fieldMemory(store: vscode.Memento): FieldMemory {
  return {
    get(uri) {
      const stored = store.get<unknown>(prefix + uri);
      return typeof stored === 'string' ? stored : undefined;
    },
    set: (uri, fingerprint) => void store.update(prefix + uri, fingerprint),
  };
}
