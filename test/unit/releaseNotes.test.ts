import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { releaseNotes } from '../../build/releaseNotes.mts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.2.3 - 2026-11-17

### Added

- Worksheets.

## [1.2.30]

- Later.

## 1.1.0

## 1.0.0

- The first one.
`;

suite('release notes', () => {
  test('are the entry of the tag in the changelog, however its title is written', () => {
    assert.equal(releaseNotes('v1.2.3', '1.2.3', changelog), '### Added\n\n- Worksheets.');
    assert.equal(releaseNotes('v1.2.30', '1.2.30', changelog), '- Later.');
    assert.equal(releaseNotes('v1.0.0', '1.0.0', changelog), '- The first one.');
  });

  test('a tag other than the version is refused', () => {
    for (const tag of ['v1.2.4', '1.2.3', 'v1.2.3-1', 'v1.2', '']) {
      assert.throws(() => releaseNotes(tag, '1.2.3', changelog), /package\.json has version 1\.2\.3/);
    }
  });

  test('a version that the changelog does not name, or says nothing about, is refused', () => {
    for (const version of ['1.2', '2.0.0', '1.1.0']) {
      assert.throws(() => releaseNotes(`v${version}`, version, changelog), /has no entry for/);
    }
  });
});
