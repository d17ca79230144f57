export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'PUT';

/** One thing the caller asked for; it may take several requests. */
export interface Call {
  readonly method: Method;
  readonly id: number;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What no message may repeat, even if the service does. */
  readonly secrets: readonly string[];
}

export function isWrite({ method }: Pick<Call, 'method'>): boolean {
  return method === 'PATCH' || method === 'PUT';
}

export function hostOf({ address }: Pick<Call, 'address'>): string {
  return new URL(address).host;
}
