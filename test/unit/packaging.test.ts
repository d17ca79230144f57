import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { listFiles, PackageManager } from '@vscode/vsce';
import { publicAddress, shippedManifest, shippedReadme } from '../../build/publicAddress.mts';

const project = join(import.meta.dirname, '..', '..');
const manifest = readFileSync(join(project, 'package.json'), 'utf8');
const readme = readFileSync(join(project, 'README.md'), 'utf8');
const address = 'https://github.com/example/video-records';
const links = (markdown: string) => [...markdown.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);

suite('packaging', () => {
  test('every file that the manifest names exists and is shipped, and so are all media but pictures for readers', async () => {
    const media = globSync('media/**/*.*', { cwd: project }).filter((file) => !file.startsWith('media/readme/'));
    const inManifest = [...manifest.matchAll(/"(?:\.\/)?((?:media|skills)\/[\w./-]+)"/g)].map(([, file = '']) => file);
    const named = [...media, ...inManifest];
    assert.ok(named.length > 5);
    const shipped = await listFiles({ cwd: project, packageManager: PackageManager.None });
    assert.deepEqual(
      named.filter((file) => !shipped.includes(file)),
      [],
    );
  });

  test('the address of the sources comes from the environment of a workflow, or there is none', () => {
    const environment = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'example/video-records' };
    assert.equal(publicAddress(environment), address);
    assert.equal(publicAddress({}), undefined);
    assert.equal(publicAddress({ ...environment, GITHUB_REPOSITORY: '' }), undefined);
    for (const GITHUB_SERVER_URL of ['http://github.com', 'https://github.com/x', 'https://me:secret@github.com']) {
      assert.throws(() => publicAddress({ ...environment, GITHUB_SERVER_URL }), /no address of a repository/);
    }
  });

  test('with an address, the manifest names repository, issues, home page and questions', () => {
    const { repository, bugs, homepage, qna, ...rest } = JSON.parse(shippedManifest(manifest, address));
    assert.deepEqual(
      { repository, bugs, homepage, qna },
      {
        repository: { type: 'git', url: `${address}.git` },
        bugs: { url: `${address}/issues` },
        homepage: `${address}#readme`,
        qna: `${address}/discussions`,
      },
    );
    assert.deepEqual(rest, JSON.parse(manifest));
  });

  test('without an address, the manifest is shipped as it is', () => {
    assert.equal(shippedManifest(manifest, undefined), manifest);
    const { repository, bugs, homepage, qna, sponsor } = JSON.parse(manifest);
    assert.deepEqual([repository, bugs, homepage, qna, sponsor], Array(5).fill(undefined));
  });

  test('with an address, the page shows the pictures and files of the released version', () => {
    const page = shippedReadme(readme, '1.2.3', address);
    assert.match(
      page,
      /!\[[^\]]+\]\(https:\/\/github\.com\/example\/video-records\/raw\/v1\.2\.3\/media\/readme\/overview\.png\)/,
    );
    assert.match(
      page,
      /[^!]\[[^\]]+\]\(https:\/\/github\.com\/example\/video-records\/blob\/v1\.2\.3\/docs\/agents\.md\)/,
    );
    assert.equal(links(page).length, links(readme).length);
    assert.deepEqual(
      links(page).filter((target) => !/^(https:|#)/.test(target)),
      [],
    );
  });

  test('without an address, the page has no picture and links only to the web', () => {
    const page = shippedReadme(readme, '1.2.3', undefined);
    assert.doesNotMatch(page, /!\[/);
    assert.deepEqual(
      links(page).filter((target) => !/^(https:|#)/.test(target)),
      [],
    );
  });
});
