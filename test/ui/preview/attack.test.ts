import assert from 'node:assert/strict';
import { fieldNames } from '../../../src/record/fields.ts';
import { previewTest } from './previewPage.ts';

const attack = [
  '"><script>globalThis.hacked = 1</script>',
  '<img src="https://attack.example/i.png" onerror="globalThis.hacked = 1">',
  `' onmouseover='globalThis.hacked = 1' " onfocus="globalThis.hacked = 1" autofocus tabindex=0 x="`,
  '<svg/onload=globalThis.hacked=1><math><a xlink:href="javascript:globalThis.hacked=1">x</a></math>',
  '<style>@import "https://attack.example/a.css"; * { display: none; background: url(https://attack.example/b) }</style>',
  '<iframe src="https://attack.example/f" srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<link rel="stylesheet" href="https://attack.example/l"><base href="https://attack.example/">',
  '<meta http-equiv="refresh" content="0;url=https://attack.example/r">',
  '[script](javascript:globalThis.hacked=1) [command](command:workbench.action.files.newUntitledFile)',
  '[data](data:text/html;base64,PHNjcmlwdD4x) [vscode](vscode://x/y) [file](file:///etc/passwd)',
  '![picture](https://attack.example/m.png) ![x](javascript:globalThis.hacked=1)',
  '<javascript:globalThis.hacked=1> [ref]\n\n[ref]: javascript:globalThis.hacked=1 "t"',
  '{{constructor.constructor("globalThis.hacked=1")()}} \u202e\u2028\u0000',
].join('\n\n');

const lists = new Set(['speakers', 'tags']);
const addresses: Record<string, string> = {
  thumbnail_url: 'https://attack.example/t.png"><script>globalThis.hacked=1</script>',
  source_url: 'javascript:globalThis.hacked=1',
  video_mp4_url: 'command:workbench.action.files.newUntitledFile',
  video_ogv_url: 'https://attack.example/o" onclick="globalThis.hacked=1',
};
const hostile = {
  ...Object.fromEntries(fieldNames.map((name) => [name, lists.has(name) ? [attack, { [attack]: attack }] : attack])),
  ...addresses,
  id: 5,
  description: attack + 'x'.repeat(5 * 1024 * 1024),
  embed: `<embed src="javascript:globalThis.hacked=1" onload="globalThis.hacked=1"><iframe src="https://attack.example/e"></iframe>${attack}`,
  [attack]: attack,
};

const allowedAttributes = ['class', 'data-action', 'data-field', 'data-item', 'dir', 'href', 'role', 'title', 'type'];

/** What the page holds, as data: names of elements and attributes, and where links lead. */
const inventory = `(() => {
  const elements = [...document.querySelectorAll('main *')];
  return {
    elements: [...new Set(elements.map((element) => element.localName))],
    attributes: [...new Set(elements.flatMap((element) => element.getAttributeNames()))],
    links: elements.filter((element) => element.localName === 'a').map((element) => element.protocol),
    hacked: globalThis.hacked ?? null,
  };
})()`;

previewTest(
  'a record full of attacks runs nothing and loads nothing',
  hostile,
  {},
  async ({ workbench, preview, requests, frame }) => {
    const dialogs: string[] = [];
    workbench.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await preview.getByText('of 5,2').first().waitFor();
    const page = await frame();
    // Passing over and focusing everything would set off handlers, if there were any.
    await page.evaluate(`for (const element of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'focus', 'pointerenter', 'load', 'error']) element.dispatchEvent(new Event(type));
    }`);
    const found = (await page.evaluate(inventory)) as Record<string, string[]>;
    assert.equal(found.hacked, null);
    assert.equal(await workbench.page.evaluate('globalThis.hacked ?? null'), null);
    const harmful = [
      'script',
      'img',
      'iframe',
      'object',
      'embed',
      'svg',
      'math',
      'style',
      'link',
      'base',
      'meta',
      'form',
    ];
    assert.deepEqual(
      found.elements?.filter((name) => harmful.includes(name)),
      [],
    );
    assert.deepEqual(
      found.attributes?.filter((name) => !allowedAttributes.includes(name)),
      [],
    );
    assert.deepEqual([...new Set(found.links)], ['https:']);
    assert.deepEqual(
      requests.filter((address) => new URL(address).hostname.endsWith('attack.example')),
      [],
    );
    assert.deepEqual(dialogs, []);
    assert.equal(await preview.locator('main').isVisible(), true);
  },
);

previewTest(
  'with remote pictures on, only the thumbnail is loaded',
  { ...hostile, description: attack, thumbnail_url: 'https://attack.example/thumbnail.png' },
  { settings: { 'videoRecords.remotePictures': true } },
  async ({ preview, requests, frame }) => {
    await preview.getByText('The image could not be loaded.').waitFor();
    const remote = requests.filter((address) => new URL(address).hostname.endsWith('attack.example'));
    assert.deepEqual([...new Set(remote)], ['https://attack.example/thumbnail.png']);
    assert.equal(await (await frame()).evaluate('globalThis.hacked ?? null'), null);
  },
);
