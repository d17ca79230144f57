import { statSync } from 'node:fs';

/** Two shares of test files, for two windows at a time. Files of the same size take about the same time. */
export function twoShares(files: readonly string[]): string[][] {
  const shares = [1, 2].map(() => ({ files: [] as string[], size: 0 }));
  const sized = files.map((file) => ({ file, size: statSync(file).size }));
  for (const { file, size } of sized.toSorted((a, b) => b.size - a.size)) {
    const share = shares.reduce((least, other) => (other.size < least.size ? other : least));
    share.files.push(file);
    share.size += size;
  }
  return shares.map(({ files }) => files).filter((files) => files.length > 0);
}
