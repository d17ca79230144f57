import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Uri } from 'vscode';
import { fieldUri, recordFieldOf } from '../../../src/document/recordUri.ts';

interface Parts {
  readonly scheme: string;
  readonly path: string;
}

/** The part of VS Code's `Uri` that is used here. */
function uri(parts: Parts): Uri {
  const whole = { authority: 'desk', ...parts };
  return { ...whole, with: (change: Partial<Parts>) => uri({ ...parts, ...change }) } as unknown as Uri;
}

const record = uri({ scheme: 'videorecord', path: '/5-boats.video.json' });

suite('the URI of a field', () => {
  test('names the field, whatever its name, in characters that are no markup', () => {
    for (const field of ['title', 'source_url', 'a b', '[Retry](command:b)', "it's (a*b)!~", 'Länge', '$schema']) {
      const { path } = fieldUri({ record, field });
      assert.match(path, /^\/5-boats\.video\.json\/5 [\w.%-]+\.md$/);
      assert.equal(recordFieldOf(uri({ scheme: 'videorecordfield', path }))?.field, field);
    }
  });

  test('names nothing if its path could be a link, an icon or a folder', () => {
    for (const name of [
      '[Retry](command:b)',
      '5 $(bug)',
      '5 a/b',
      '5 a\nb',
      '5 a\u202eb',
      '5 %zz',
      '5 ',
      `5 ${'x'.repeat(201)}`,
    ]) {
      const path = `/5.video.json/${name}.md`;
      assert.equal(recordFieldOf(uri({ scheme: 'videorecordfield', path })), undefined, JSON.stringify(name));
    }
  });
});
