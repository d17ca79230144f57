import type { ServiceAddress } from './address.ts';
import type { RecordClient } from './client.ts';

export type SaveMethod = 'auto' | 'patch' | 'put';
export type Access = 'readWrite' | 'confirm' | 'readOnly';

/** A service as the user configured it. */
export interface Service {
  readonly name: string;
  readonly address: ServiceAddress;
  readonly saveMethod: SaveMethod;
  readonly access: Access;
  /** How the workspace settings differ from the user's, as sentences: the user has to agree to it before a write. */
  readonly fromWorkspace?: string;
}

/** What the rest of the extension may ask of the configured services. */
export interface Services {
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  all(): readonly Service[];
  find(name: string): Service | undefined;
  /** The service of the setting, else the one used last, else the only one. */
  default(): Service | undefined;
  client(service: Service): Promise<RecordClient>;
  /**
   * Asks what has to be asked before the first write to a service. Says whether it asked; rejects if the answer is no, or
   * if it may not ask and would have to.
   */
  allowWrite(service: Service, mayAsk?: boolean): Promise<boolean>;
  /** The headers that a write sends, with secrets hidden. */
  headers(service: Service, ifMatch?: string): Promise<Readonly<Record<string, string>>>;
}

/** A service got another name in the settings. */
export interface ServiceRename {
  readonly from: string;
  readonly to: string;
}

/** One record of one service. */
export interface RecordName {
  readonly service: string;
  readonly id: number;
}
