import type * as vscode from 'vscode';
import { commandNames, type Feature } from './commandIds.ts';
import type { CommandHandlers } from './commands.ts';

/** Gets a part of the extension, which is loaded when it is first needed; again, if that failed. Disposing it disposes what was loaded. */
export interface Lazy<T> extends vscode.Disposable {
  (): Promise<T>;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  const get = () => {
    loading ??= load().catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
    return loading;
  };
  return Object.assign(get, {
    dispose: () => void loading?.then((loaded) => (loaded as Partial<vscode.Disposable>).dispose?.()),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: any function has these parameters.
type Method = (...args: any[]) => unknown;
type Methods<T, K extends keyof T> = {
  readonly [N in K]: T[N] extends Method ? (...args: Parameters<T[N]>) => Promise<Awaited<ReturnType<T[N]>>> : never;
};

/** Methods of a part of the extension, each of which loads it. */
export function lazyMethods<T, K extends keyof T & string>(
  load: () => Promise<T>,
  ...names: readonly K[]
): Methods<T, K> {
  const method =
    (name: K) =>
    async (...args: unknown[]) => {
      const loaded = await load();
      return (loaded[name] as Method)(...args);
    };
  return Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Methods<T, K>;
}

/** The commands of a feature, each of which loads it. */
export function lazyHandlers<F extends Feature>(
  feature: F,
  load: () => Promise<{ readonly handlers: CommandHandlers<F> }>,
): CommandHandlers<F> {
  const names: readonly string[] = commandNames[feature];
  return lazyMethods(
    async (): Promise<Record<string, Method>> => (await load()).handlers,
    ...names,
  ) as CommandHandlers<F>;
}
