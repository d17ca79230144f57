/**
 * `node build/releaseNotes.mts v1.2.3`: prints what the changelog says about the version of a tag. It fails if the tag is
 * not the version of package.json, or if the changelog has nothing to say about it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const entries = changelog.split(/^## /m).slice(1);
  const entry = entries.find((text) => titleOf(text) === version);
  const notes = entry?.slice(entry.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no entry for ${version}.`);
  return notes;
}

/** The version in "1.2.3", "[1.2.3]" or "1.2.3 - 2026-11-17". */
function titleOf(entry: string): string | undefined {
  return /^\[?([^\s\]]+)/.exec(entry)?.[1];
}

if (import.meta.main) {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  console.log(releaseNotes(process.argv[2] ?? '', JSON.parse(read('package.json')).version, read('CHANGELOG.md')));
}
