import { statSync } from 'node:fs';

/** Test files in shares of about the same size, and so of about the same time. */
export function sharesOf(files: readonly string[], count: number): string[][] {
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], size: 0 }));
  const sized = files.map((file) => ({ file, size: statSync(file).size }));
  for (const { file, size } of sized.toSorted((a, b) => b.size - a.size)) {
    const share = shares.reduce((least, other) => (other.size < least.size ? other : least));
    share.files.push(file);
    share.size += size;
  }
  return shares.map(({ files }) => files).filter((files) => files.length > 0);
}
