/** What goes wrong in the extension host without anyone being told. */
export interface HostWatch {
  /** Since the last call. */
  taken(): string[];
  dispose(): void;
}

/** Notes rejections that no one handles, and listeners that pile up. */
export function hostWatch(): HostWatch {
  const noted: string[] = [];
  const onRejection = (reason: unknown) => {
    noted.push(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  };
  const onWarning = (warning: Error) => {
    if (warning.name === 'MaxListenersExceededWarning') noted.push(warning.message);
  };
  process.on('unhandledRejection', onRejection);
  process.on('warning', onWarning);
  return {
    taken: () => noted.splice(0),
    dispose() {
      process.off('unhandledRejection', onRejection);
      process.off('warning', onWarning);
    },
  };
}
