/** Compares the documentation with the repository: what it names exists. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { ruleIds } from '../../src/checks/rules.ts';
import { commandNames } from '../../src/workbench/commandIds.ts';

const project = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/*.md', { cwd: project }),
].map((page) => page.replaceAll('\\', '/'));
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

test('what every command may do without a person is listed', () => {
  const section =
    /\| command \| what it may do without a person \|\n[\s\S]*?\n\n/.exec(read('docs/security.md'))?.[0] ?? '';
  const rows = [...section.matchAll(/^\| (`.+?) \| (.+) \|$/gm)];
  const listed = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort();
  const { commands } = JSON.parse(read('package.json')).contributes;
  const contributed = commands.map(({ command }: { command: string }) => command.replace('videoRecords.', ''));
  assert.deepEqual(listed, Object.values(commandNames).flat().sort());
  assert.deepEqual(
    contributed.filter((name: (typeof listed)[number]) => !listed.includes(name)),
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

test('the README is at most 170 lines long and lists every setting with its default', () => {
  const readme = read('README.md');
  assert.ok(readme.split('\n').length <= 170);
  const { properties } = JSON.parse(read('package.json')).contributes.configuration;
  const listed = [...readme.matchAll(/^\| `(videoRecords\.\w+)` \| (?:`(.*?)`)? ?\|/gm)].map(
    ([, name, value = '""']) => [name, JSON.parse(value)],
  );
  const settings = Object.entries(properties).map(([name, setting]) => [
    name,
    (setting as { default: unknown }).default,
  ]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(settings));
});

test('every command that a page for users names exists', () => {
  const titles = new Set(Object.values<string>(JSON.parse(read('package.nls.json'))));
  const named = ['README.md', 'docs/behaviour.md'].flatMap((page) =>
    [...read(page).matchAll(/\*\*Video Records: ([^*]+)\*\*/g)].map(([, title = '']) => title),
  );
  const table = /## Commands\n[\s\S]*?\n\n## /.exec(read('README.md'))?.[0] ?? '';
  const rows = [...table.matchAll(/^\| ([A-Z][^|]*?) \|/gm)].flatMap(([, row = '']) => row.split(', '));
  assert.ok(rows.length > 10);
  assert.deepEqual(
    [...named, ...rows].filter((title) => !titles.has(title)),
    [],
  );
});

test('every source file that the pages about the code name exists', () => {
  const folders = globSync('src/*/', { cwd: project }).map((folder) => posix.basename(folder.replaceAll('\\', '/')));
  const pattern = new RegExp(`\`((?:${folders.join('|')})/[\\w/]+\\.ts)\``, 'g');
  const lost = ['docs/architecture.md', 'docs/security.md'].flatMap((page) =>
    [...read(page).matchAll(pattern)].filter(([, file = '']) => !existsSync(join(project, 'src', file))),
  );
  assert.deepEqual(lost, []);
});

test('every rule of the checks has a section, to which its findings link', () => {
  const sections = [...read('docs/checks.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(sections, [...ruleIds]);
});
