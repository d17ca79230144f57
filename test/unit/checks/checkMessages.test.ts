import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findingMessage, fixTitle, kindLabel } from '../../../src/checks/checkMessages.ts';
import { type Finding, findingsIn, grouped } from '../../../src/checks/checkRecords.ts';
import { Facts } from '../../../src/checks/facts.ts';
import { kindOf } from '../../../src/checks/kinds.ts';
import { ruleIds } from '../../../src/checks/rules.ts';
import { type LinkVerdict, linkReasons } from '../../../src/service/linkVerdict.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';
import { check, talk, talks, today } from './talks.ts';

/** Records with every kind of finding. */
const everything = talks(
  { title: 'Ann Lee - Lamps', tags: ['ann lee', 'x'], source_url: 'http://a.example/1' },
  { title: 'LanternConf 2019: Lamps &amp; light', tags: ['x', 'X'], source_url: 'https://a:b@a.example/2' },
  { title: 'Same one ', summary: 'MÃ¼ller', tags: ['lanternconf 2019'], source_url: 'https://a.example/x y' },
  { title: 'Same one', summary: 'None', speakers: ['Kevin Fricovsk', 'ann lee'], recorded: '2030-01-01' },
  { title: 'a.mp4', summary: 'On 3 May 2019', speakers: ['Kevin Fricovsky and Bo Chen'], recorded: '1900-01-01' },
  { title: 'Lamps: Bo Chen', speakers: [], summary: 'one two', description: 'One, two.', recorded: '2018-01-01' },
  {
    title: 'Light',
    summary: 'light',
    description: 'Recorded on 3 May 2019<br>',
    source_url: '',
    speakers: ['Kevin Fricovsky'],
  },
  { title: 'Shade', source_url: 'https://youtu.be/1', speakers: ['Bo Chen'] },
  { title: 'Dusk', source_url: 'https://youtu.be/1' },
  { title: 'Da\nwn', tags: ['lamp\u200bs', 'a\tlamp'], speakers: ['Rene\u0301 Roe'] },
  ...Array.from({ length: 5 }, () => ({ category: 'Minutes', duration: 30 })),
);

/** A finding for each verdict that there can be. */
function deadLinks(): Finding[] {
  const [gone, unknown] = [new Set(['status', 'host', 'video']), new Set<string>(linkReasons)];
  unknown.delete('host');
  const kinds = [...[...gone].map((reason) => ['gone', reason]), ...[...unknown].map((reason) => ['unknown', reason])];
  return kinds.flatMap(([verdict, reason]) => {
    const links = new Map([['https://a.example/1', { verdict, reason, status: 404 } as LinkVerdict]]);
    return findingsIn(talk({ video_mp4_url: 'https://a.example/1' }), {}, new Facts(links, today));
  });
}

suite('the words of checks', () => {
  test('word every finding in a sentence of its own, and every fix', () => {
    const findings = [...check(everything), ...deadLinks()];
    const kinds = new Set(findings.map(({ rule, kind }) => `${rule} ${kind}`));
    assert.deepEqual(new Set(findings.map(({ rule }) => rule)), new Set(ruleIds));
    assert.equal(kinds.size, 33 + 11, [...kinds].sort().join(', '));
    for (const finding of findings) {
      assert.match(findingMessage(finding), /^["A-Z\d].*[.>]$/s);
      assert.notEqual(findingMessage(finding), kindLabel(kindOf(finding)));
      if (finding.fix !== undefined) assert.match(fixTitle(finding), /^[A-Z]/);
      for (const choice of finding.choices ?? []) assert.match(fixTitle(finding, choice), /^[A-Z]/);
    }
  });

  test('say how many records a finding is about', async () => {
    const [finding] = await grouped(
      check(talks({ source_url: 'http://a.example/1' }, { source_url: 'http://a.example/2' })),
    );
    assert.ok(finding);
    assert.match(findingMessage(finding), /a\.example.* 2 records/);
  });

  test('say of a group only what is true of all its records', async () => {
    const text = (day: number) => ({ summary: `Held on ${day} May 2019` });
    const [finding] = await grouped(check(talks(...[5, 6, 7, 8, 9].map(text))));
    assert.ok(finding);
    assert.equal(findingMessage(finding), 'Another date in the text. This concerns 5 records.');
    const [same] = await grouped(check(talks(...[5, 5, 5, 5, 5].map(text))));
    assert.ok(same);
    assert.match(findingMessage(same), /^The text mentions 2019-05-05, .* This concerns 5 records\.$/);
  });

  test('show characters that nobody sees, and those that a fix writes', () => {
    const [hidden, name] = ['Ada\u200b\u00adQuill', 'Ada\\u200b\\u00adQuill'];
    const one = check(talks({ tags: [hidden, hidden] })).find(({ rule }) => rule === 'tagRepeats');
    assert.ok(one);
    assert.equal(findingMessage(one), `The tag "${name}" repeats another tag.`);
    const choice = { name: `${hidden}${'\u2060'.repeat(100)}`, value: '' };
    const title = fixTitle({ ...one, rule: 'nameVariants' }, choice);
    assert.ok(title.startsWith(`Change to "${name}\\u2060`) && title.length < 100, title);
    assert.ok(title.includes('…'), 'it is shortened after that');
    assert.ok(fixTitle({ ...one, rule: 'titleHasSpeaker', fix: `"${hidden}"` }).includes(name));
  });

  test('show hostile text on one bounded line', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [one] = check(talks({ tags: [text, text] }));
        if (!one) return;
        assertOneLine(findingMessage(one), 200);
        assertOneLine(fixTitle({ ...one, rule: 'titleHasSpeaker', fix: JSON.stringify(text) }), 120);
      }),
      { numRuns: 30 },
    );
  });
});
