import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, kilobytes } from './figures.ts';

/** The files that are read when VS Code loads the entry: it, and what it requires before anything is used. */
export function loadedWith(entry: string, read: (file: string) => string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const required of requiredAtOnce(read(file))) visit(required);
  };
  visit(entry);
  return [...found];
}

/** A dynamic import becomes `Promise.resolve().then(() => …require(…))`: whatever stands behind an arrow waits. */
function requiredAtOnce(code: string): string[] {
  return [...code.matchAll(/(=>[\w$()]*?)?require\("\.\/([^"]+)"\)/g)].flatMap(([, later, file]) =>
    later === undefined && file !== undefined ? [file] : [],
  );
}

export function sizeFigures(project: string, read: (file: string) => string): Figure[] {
  const size = (file: string) => statSync(join(project, file)).size;
  const files = loadedWith('extension.js', (file) => read(join(project, 'dist', file)));
  const loaded = files.reduce((sum, file) => sum + size(join('dist', file)), 0);
  return [
    bounded(`dist/extension.js and the ${files.length - 1} files it loads with it`, loaded, 40),
    bounded('VSIX', size('video-records.vsix'), 620),
  ];
}

function bounded(figure: string, bytes: number, maxKilobytes: number): Figure {
  return {
    figure,
    ours: kilobytes(bytes),
    against: '',
    result: kilobytes(bytes),
    target: `≤ ${maxKilobytes} KB`,
    met: bytes <= maxKilobytes * 1024,
  };
}
