import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServiceAddress, recordAddress } from '../../../src/service/address.ts';
import { isRecordError } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';

const ACCEPTED: readonly [string, string][] = [
  ['https://videos.example.org', 'https://videos.example.org'],
  [' HTTPS://Videos.Example.org:443/ ', 'https://videos.example.org'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
  ['https://example.org/a/b/', 'https://example.org/a/b'],
  ['https://example.org/a//', 'https://example.org/a'],
  ['https://example.org/a@b', 'https://example.org/a@b'],
  ['https://example.org/api/v2', 'https://example.org'],
  ['https://example.org/api/v2/video/', 'https://example.org'],
  ['https://example.org/media/api/v2/video/12/', 'https://example.org/media'],
  ['https://example.org/api/v1', 'https://example.org/api/v1'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
];
for (const [text, href] of ACCEPTED) {
  test(`"${text}" is ${href}`, () => {
    const address = parseServiceAddress(text);
    assert.equal(address.href, href);
    assert.equal(address.origin, new URL(href).origin);
    assert.equal(recordAddress(address, 12), `${href}/api/v2/video/12`);
    assert.deepEqual(parseServiceAddress(address.href), address);
  });
}

const REFUSED: readonly [string, RegExp][] = [
  ['', /^Enter the address/],
  ['videos.example.org', /must start with https/],
  ['localhost:8000', /must start with https/],
  ['//videos.example.org', /must start with https/],
  ['ftp://videos.example.org', /must start with https/],
  ['file:///etc', /must start with https/],
  ['javascript:alert(1)', /must start with https/],
  ['https://', /not a valid/],
  ['https://exa mple.org', /not a valid/],
  ['https://example.org:99999', /not a valid/],
  ['https://user@example.org', /user name/],
  ['https://user:s3cret@example.org', /user name/],
  ['https://@example.org', /user name/],
  ['https://example.org?key=s3cret', /query/],
  ['https://example.org/?', /query/],
  ['https://example.org/#', /fragment/],
  ['https://example.org#top', /fragment/],
];
test('an address over 2,000 characters is refused before anything looks at it', () => {
  for (const text of [`https://example.org${'/'.repeat(3_000_000)}x`, `https://example.org/${'a'.repeat(2000)}`]) {
    assert.throws(() => parseServiceAddress(text), { kind: 'badAddress', reason: 'addressTooLong' });
  }
  assert.equal(parseServiceAddress(`https://example.org/a${'/'.repeat(1900)}`).href, 'https://example.org/a');
});

for (const [text, reason] of REFUSED) {
  test(`"${text}" is refused with the reason`, () => {
    assert.throws(
      () => parseServiceAddress(text),
      (error) => {
        assert.ok(isRecordError(error));
        assert.equal(error.kind, 'badAddress');
        assert.match(messageOf(error), /address of the service.*\.$/);
        assert.match(messageOf(error), reason);
        assert.doesNotMatch(messageOf(error), /s3cret/);
        return true;
      },
    );
  });
}
