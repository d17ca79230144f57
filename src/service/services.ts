import type { ServiceAddress } from './address.ts';
import type { RecordClient } from './client.ts';
import type { TransportSettings } from './transport.ts';

export type SaveMethod = 'auto' | 'patch' | 'put';
export type Access = 'readWrite' | 'confirm' | 'readOnly';

/** A service as the user configured it. */
export interface Service {
  readonly name: string;
  readonly address: ServiceAddress;
  readonly saveMethod: SaveMethod;
  readonly access: Access;
  /** In no setting: it ends with its window. */
  readonly isTemporary?: boolean;
  /** What the workspace settings change against the user's own. The user must agree to it before a write. */
  readonly fromWorkspace?: readonly WorkspaceChange[];
}

export type WorkspaceChange =
  /** The user settings don't have the service, or have another address for it. */
  | { readonly kind: 'address' }
  /** The user's own entry can't be used. */
  | { readonly kind: 'invalidEntry' }
  /** The workspace allows more than the user's access. */
  | { readonly kind: 'access'; readonly own: Access }
  | { readonly kind: 'saveMethod'; readonly own: SaveMethod };

/** What the rest of the extension may ask of the configured services. */
export interface Services extends ServiceRequests {
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  all(): readonly Service[];
  find(name: string): Service | undefined;
  /** The service of the setting, else the one used last, else the only one. */
  default(): Service | undefined;
  /** Whether the setting names the default. */
  isDefaultSet(): boolean;
}

/** What is loaded with the first request. */
export interface ServiceRequests {
  client(service: Service): Promise<RecordClient>;
  /**
   * Asks for consent before the first write to a service, if it needs one. Resolves to whether it asked; rejects if the
   * user declined, or if it must not ask.
   */
  allowWrite(service: Service, mayAsk?: boolean): Promise<boolean>;
  /** The headers that a write sends, with secrets hidden. */
  headers(service: Service, ifMatch?: string): Promise<Readonly<Record<string, string>>>;
  /** Tells whether something was read with another credential. `like` is an earlier one to compare with. */
  fingerprint(service: Service, like?: string): Promise<string>;
  /** What a service at this origin may repeat, and nobody may keep. */
  secrets(origin: string): Promise<readonly string[]>;
  /** How requests are sent now, to whatever host. */
  network(): Promise<TransportSettings>;
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
