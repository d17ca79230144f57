/**
 * Every place where a text leaves for a part of VS Code that turns some of it into more than text:
 * - messages, errors of files and progress: `[text](command:…)` becomes a link that runs a command;
 * - tooltips and hovers: Markdown;
 * - the status bar: `$(name)` becomes an icon.
 * What a service, a record, a link or a URI says must be made plain on its way there (`workbench/plainText.ts`). So each
 * place calls one of the functions listed here, and the list says why nothing it returns can be more than text. A new place
 * fails this test: call `plainText`, or add its function with the reason.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

interface WayOut {
  readonly call: RegExp;
  /** Which argument of the call the text is; the first one unless it says so. */
  readonly at?: number;
  /** Functions that make the text, or other expressions for it, and why it is plain. */
  readonly makers: Readonly<Record<string, string>>;
}

const ourWords = 'our words alone';
const ourWordsAndNames = 'our words, numbers, and the name of a service, which is letters, digits, dots and hyphens';

const waysOut: Readonly<Record<string, WayOut>> = {
  messages: {
    call: /\.show(?:Information|Warning|Error)Message\(/g,
    makers: {
      plainText: 'the function itself',
      readOnlyReason: '`plainText` of the field',
      leftMessage: '`plainText`, followed by links of ours',
      unknownServiceMessage: '`plainText` of the address',
      'words.reloaded': 'our words and numbers',
      message: 'in `askInDialog` alone: a modal dialog shows no links',
    },
  },
  'errors of files': {
    call: /\bFileSystemError\.\w+\(|\b(?:NoPermissions|Unavailable)\(/g,
    makers: {
      '': 'without a text. A URI as argument would be shown decoded, whatever is in it',
      plainText: 'the function itself',
      message: 'in `fileError` alone: `failureMessage` of each kind of file is `plainText`, followed by links of ours',
    },
  },
  progress: {
    call: /\bwithProgress\(/g,
    makers: {
      'checkWords.checking': 'our words and a number',
      'linkWords.checking': ourWords,
      'words.updating': ourWordsAndNames,
      title: 'of `withProgress` itself, or made just before of our words, numbers and names of services',
      "{ location: { viewId: 'videoRecords.recent' } }": 'without a title',
      '{ location: vscode.ProgressLocation.Notification, title, cancellable: true }': 'of `withProgress` itself',
    },
  },
  'the status bar': {
    call: /\bsetStatusBarMessage\(/g,
    makers: {
      iconsAsText: 'the function itself, in `showBriefly`',
    },
  },
  'titles of diffs': {
    call: /\bexecuteCommand\((?=\s*'vscode\.diff')/g,
    at: 3,
    makers: {
      'historyWords.diffTitle': '`plainText` of the title of the record',
      title: 'made just before of our words, a number and names of services',
      '`${basename(right.path)} (${what})`': 'our words, and the URI of a record, which can be no markup',
    },
  },
  'titles of reviews': {
    call: /\bexecuteCommand\((?=\s*'vscode\.changes')/g,
    at: 1,
    makers: { 'words.reviewTitle': ourWords },
  },
  Markdown: {
    call: /\bnew vscode\.MarkdownString\(/g,
    makers: {
      rowTooltip: '`markdownText` of each value',
      writeTooltip: '`markdownText` of each value',
      text: 'of `hoverText`: `markdownText`, `codeBlock` or `markdownLink` of each value',
    },
  },
};

/** What these words are given besides numbers of records. */
const safeArguments = new Set(["name?.id ?? ''", 'name.id', 'id', 'service.name', 'basename(target.path)']);

const source = join(import.meta.dirname, '..', '..', 'src');
const files = globSync('**/*.ts', { cwd: source })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('preview/page/'));

/** The arguments of a call, as they are written, from behind its opening parenthesis. */
function argumentsAt(code: string, start: number): string[] {
  const found = [''];
  let depth = 0;
  // A string is one part, whatever is in it.
  for (const [part] of code.slice(start).matchAll(/(['"`])(?:\\.|(?!\1)[^\\])*\1|[\s\S]/g)) {
    if ('([{'.includes(part)) depth += 1;
    if (')]}'.includes(part)) depth -= 1;
    if (depth < 0) break;
    if (part === ',' && depth === 0) found.push('');
    else found[found.length - 1] += part;
  }
  return found.map((argument) => argument.trim().replace(/\s+/g, ' '));
}

/** The function whose result the text is, or the text as it is written. */
function makerOf(text: string): string {
  return /^([\w.]+(?:\(\w*\)\.\w+)?)\(/.exec(text)?.[1] ?? text;
}

function isOurWords(text: string): boolean {
  if (!/^(?:vscode\.)?l10n\.t\(/.test(text)) return false;
  const [sentence = '', ...values] = argumentsAt(text, text.indexOf('(') + 1).filter((argument) => argument !== '');
  return /^(['"]).*\1$/.test(sentence) && values.every((value) => safeArguments.has(value));
}

function texts({ call, at = 0 }: WayOut): { readonly file: string; readonly text: string }[] {
  return files.flatMap((file) => {
    const code = readFileSync(join(source, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
    const calls = [...code.matchAll(call)];
    return calls.map(({ index, 0: { length } }) => ({ file, text: argumentsAt(code, index + length)[at] ?? '' }));
  });
}

suite('ways out', () => {
  test('messages are shown by a call, where it can be seen what they say', () => {
    const alias = /\bshow(?:Information|Warning|Error)Message\b(?!\()/;
    const taken = files.filter((file) => alias.test(readFileSync(join(source, file), 'utf8')));
    // `offer` makes every message plain.
    assert.deepEqual(taken, ['workbench/failure.ts']);
  });

  for (const [name, way] of Object.entries(waysOut)) {
    test(`every text for ${name} is made by a function that makes it plain`, () => {
      const found = texts(way);
      assert.deepEqual(
        found.filter(({ text }) => !isOurWords(text) && !Object.hasOwn(way.makers, makerOf(text))),
        [],
      );
      const used = new Set(found.map(({ text }) => makerOf(text)));
      assert.deepEqual(
        Object.keys(way.makers).filter((maker) => !used.has(maker)),
        [],
        'no longer used',
      );
    });
  }
});
