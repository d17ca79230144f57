/**
 * A lint that Biome can't express. In some places VS Code renders more than text: links that run commands in messages,
 * prompts, validation messages, progress and errors of files; Markdown in tooltips and hovers. `workbench/` has a function
 * for each, and these take a `PlainText`, so that other text does not compile. Nothing may go past them.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const source = join(import.meta.dirname, '..', '..', '..', 'src');
const files = globSync('**/*.ts', { cwd: source })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('/page/'));

interface Rule {
  readonly pattern: RegExp;
  /** Where it may be. */
  readonly within: RegExp;
}

const rules: Readonly<Record<string, Rule>> = {
  'messages, prompts and picks': {
    pattern:
      /\b(?:show(?:Information|Warning|Error)Message|(?:show|create)(?:InputBox|QuickPick)|setStatusBarMessage)\b/,
    within: /^workbench\/(?:prompts|views)\.ts$/,
  },
  'dialogs for files': { pattern: /\bshow(?:Save|Open)Dialog\b/, within: /^workbench\/prompts\.ts$/ },
  progress: { pattern: /\bwindow\.withProgress\b/, within: /^workbench\/progress\.ts$/ },
  'titles of diffs': { pattern: /'vscode\.(?:diff|changes)'/, within: /^workbench\/diffs\.ts$/ },
  'errors of files': {
    pattern: /\bFileSystemError(?:\.\w+\((?!\))|\[|;)/,
    within: /^workbench\/fileError\.ts$/,
  },
  'text that is declared to be plain': {
    pattern: /\bas PlainText\b|<PlainText>/,
    within: /^workbench\/plainText\.ts$/,
  },
};

/** The functions that make Markdown: they call `markdownText`, `codeBlock` or `markdownLink` for each value. */
const markdown = ['rowTooltip(', 'writeTooltip(', 'text)'];

function code(file: string): string {
  return readFileSync(join(source, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
}

suite('shown texts', () => {
  for (const [name, { pattern, within }] of Object.entries(rules)) {
    test(`${name} are only in ${within.source}`, () => {
      const found = files.filter((file) => pattern.test(code(file)));
      assert.deepEqual(
        found.filter((file) => !within.test(file)),
        [],
      );
      assert.ok(found.length > 0, 'the lint finds nothing at all');
    });
  }

  test('Markdown is made by functions that quote every value', () => {
    const made = files.flatMap((file) => [...code(file).matchAll(/new vscode\.MarkdownString\(([\w.]*[()])/g)]);
    assert.deepEqual(made.map(([, maker]) => maker).toSorted(), markdown.toSorted());
  });
});
