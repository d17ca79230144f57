/** Holds the imports of src/ against the picture in the design: who may know whom, and no cycles. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { suite, test } from 'node:test';

const source = join(import.meta.dirname, '..', '..', 'src');
const files = globSync('**/*.ts', { cwd: source }).map((file) => file.replaceAll('\\', '/'));

/** Imports go down: a floor may import those after it, a feature all of them, and `extension.ts` everything. */
const floors = ['worksheet', 'document', 'files', 'workbench', 'service', 'record'];
const features = [
  'agent',
  'catalogue',
  'checks',
  'connections',
  'exchange',
  'history',
  'language',
  'opening',
  'preview',
  'recent',
];

/** The packages of each folder. Node's own modules are free, but not to a page in a browser. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'extension.ts': ['vscode'],
  'api.ts': [],
  agent: ['vscode', 'zod'],
  catalogue: ['vscode', 'zod'],
  checks: ['vscode', 'zod'],
  connections: ['vscode', 'jsonc-parser'],
  exchange: ['vscode', 'zod', 'csv-parse', 'csv-stringify'],
  history: ['vscode', 'zod'],
  language: ['vscode', 'jsonc-parser'],
  opening: ['vscode'],
  preview: ['vscode', 'jsonc-parser', 'zod'],
  recent: ['vscode'],
  worksheet: ['vscode', 'zod'],
  document: ['vscode'],
  files: ['vscode'],
  workbench: ['vscode'],
  service: ['undici'],
  record: ['zod', 'jsonc-parser', 'node-diff3'],
  sample: [],
  'preview/page': ['markdown-it'],
};
/** Who implements what other extensions may call. */
const implementers = ['extension.ts', 'worksheet', 'document'];
/** What both sides of the preview share. */
const sharedWithPage = ['preview/protocol.ts', 'record/valueShapes.ts'];

interface Import {
  readonly from: string;
  /** A file of src/, or a module's name. */
  readonly to: string;
}

const imports: readonly Import[] = files.flatMap((from) =>
  specifiers(readFileSync(join(source, from), 'utf8')).map((specifier) => ({
    from,
    to: specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier,
  })),
);

/** The modules that a file names in `from '…'`, `import '…'` and `import('…')`, types included. */
function specifiers(text: string): string[] {
  const code = text.replace(/^\s*(\/?\*|\/\/).*$/gm, '');
  return [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([\w@.][^'"]*)\1/g)].map((match) => match[2] ?? '');
}

function folderOf(file: string): string {
  if (file.startsWith('preview/page/')) return 'preview/page';
  return file.split('/')[0] ?? '';
}

function isFile(to: string): boolean {
  return to.endsWith('.ts');
}

function isAllowed({ from, to }: Import): boolean {
  const folder = folderOf(from);
  if (isFile(to)) return folderOf(to) === folder || foldersFor(folder).includes(folderOf(to)) || isShared(folder, to);
  if (isBuiltin(to)) return folder !== 'preview/page';
  return packages[folder]?.some((name) => to === name || to.startsWith(`${name}/`)) ?? false;
}

function foldersFor(folder: string): readonly string[] {
  if (folder === 'extension.ts') return [...features, ...floors];
  if (features.includes(folder)) return floors;
  if (folder === 'sample') return ['record'];
  return floors.includes(folder) ? floors.slice(floors.indexOf(folder) + 1) : [];
}

function isShared(folder: string, to: string): boolean {
  return to === 'api.ts' ? implementers.includes(folder) : folder === 'preview/page' && sharedWithPage.includes(to);
}

/** The files of the first cycle that is found, in order. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of edges.get(file) ?? []) {
      const cycle = walk(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of edges.keys()) {
    const cycle = walk(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

suite('architecture', () => {
  test('imports are found in every form', () => {
    const text = `import a from './a.ts';\nimport type { B } from "./b.ts";\nexport * from './c.ts';\nimport './d.ts';\n
      type E = import('./e.ts').E;\nconst f = await import('./f.ts');\n// import './no.ts';\n * from './no.ts'\n
      import {\n  g,\n} from './g.ts';`;
    assert.deepEqual(specifiers(text), ['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.ts']);
  });

  test('every file of src/ belongs to a folder of the design', () => {
    assert.ok(files.length > 100);
    assert.deepEqual(
      files.filter((file) => !(folderOf(file) in packages)),
      [],
    );
  });

  test('every relative import names a file of src/', () => {
    const known = new Set(files);
    const lost = imports.filter(({ to }) => isFile(to) && !known.has(to));
    assert.deepEqual(lost, []);
  });

  test('imports go in the direction of the design', () => {
    assert.deepEqual(
      imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  test('there are no cycles, not even of types', () => {
    const inside = imports.filter(({ to }) => isFile(to));
    const targetsOf = (file: string) => inside.filter(({ from }) => from === file).map(({ to }) => to);
    const graph = new Map(files.map((file) => [file, targetsOf(file)]));
    assert.equal(findCycle(graph).join(' → '), '');
    assert.deepEqual(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
      ['b', 'c', 'b'],
    );
  });

  test('nothing is imported by no one', () => {
    const entries = ['extension.ts', 'sample/sampleMain.ts', 'preview/page/previewPage.ts', 'service/undici.d.ts'];
    const imported = new Set([...imports.map(({ to }) => to), ...entries]);
    assert.deepEqual(
      files.filter((file) => !imported.has(file)),
      [],
    );
  });
});
