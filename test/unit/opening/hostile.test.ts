import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openChoices } from '../../../src/opening/choices.ts';
import { choiceTexts, knownTexts, type PickTexts, problemTexts } from '../../../src/opening/pickRows.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Service, Services } from '../../../src/service/services.ts';
import { assertNoIcon, assertOneLine, hostileText } from '../hostileText.ts';

const desk: Service = {
  name: 'desk',
  address: parseServiceAddress('https://videos.example.org'),
  saveMethod: 'auto',
  access: 'readWrite',
};
const services = {
  all: () => [desk],
  find: () => desk,
  default: () => desk,
} as unknown as Services;

function assertPlain({ label, detail = '' }: PickTexts): void {
  for (const text of [label, detail]) {
    assertOneLine(text, 800);
    assertNoIcon(text);
  }
}

test('a hostile record is one plain line in the pick', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.array(hostileText, { maxLength: 6 }), (title, category, speakers) => {
      assertPlain(knownTexts({ service: 'desk', id: 7, openedAt: 5, title, category, speakers }));
    }),
  );
});

test('a pasted text is offered or explained in one plain line, and fast', () => {
  const pasted = fc.oneof(
    hostileText,
    hostileText.map((text) => `https://videos.example.org/${text}`),
    hostileText.map((text) => `vscode://video-records.video-records/open?address=https://x.example/${text}&id=1`),
    fc.constantFrom('/', '12,', '1-', 'a/').map((part) => `https://videos.example.org${part.repeat(300_000)}`),
  );
  fc.assert(
    fc.property(pasted, (text) => {
      try {
        for (const choice of openChoices(text, services)) assertPlain(choiceTexts(choice));
      } catch (problem) {
        assert.ok(problem instanceof Error && !(problem instanceof assert.AssertionError), String(problem));
        assertPlain(problemTexts(problem));
      }
    }),
  );
});

test('refuses links over 2,000 characters and any text over 10,000', () => {
  const link = (length: number) => `https://videos.example.org/video/7?${'x'.repeat(length)}`;
  assert.equal(openChoices(link(1900), services).length, 1);
  assert.throws(() => openChoices(link(2000), services), { code: 'tooLong' });
  const numbers = Array.from({ length: 500 }, (_, at) => 100_000 + at).join(', ');
  assert.equal(openChoices(numbers, services).length, 1);
  assert.throws(() => openChoices(`${numbers}${' '.repeat(10_000)}`, services), { code: 'tooLong' });
});
