/** Holds the documentation against the repository: what it names is there. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

const project = join(import.meta.dirname, '..', '..');
const pages = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: project })].map((page) =>
  page.replaceAll('\\', '/'),
);
const read = (file: string) => readFileSync(join(project, file), 'utf8');

test('every test that the threat model names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`(test\/[^`]+)`: \*([^*]+)\*/g)];
  assert.ok(named.length > 40);
  const missing = named.filter(
    ([, file = '', name = '']) => !existsSync(join(project, file)) || !read(file).includes(name),
  );
  assert.deepEqual(
    missing.map(([row]) => row),
    [],
  );
});

test('every file and folder that a page names or links to exists', () => {
  const lost = pages.flatMap((page) => {
    const text = read(page);
    const folder = posix.dirname(page);
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => posix.join(folder, path));
    const named = [...text.matchAll(/`((?:src|test|docs|build|\.github)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    return [...linked, ...named].filter((path) => !existsSync(join(project, path))).map((path) => `${page}: ${path}`);
  });
  assert.deepEqual(lost, []);
});

test('every source file that the pages about the code name exists', () => {
  const folders = '(?:record|service|document|language|opening|recent|connections|preview|sample|workbench)';
  const pattern = new RegExp(`\`(${folders}/[\\w/]+\\.ts)\``, 'g');
  const lost = ['docs/architecture.md', 'docs/security.md'].flatMap((page) =>
    [...read(page).matchAll(pattern)].filter(([, file = '']) => !existsSync(join(project, 'src', file))),
  );
  assert.deepEqual(lost, []);
});
