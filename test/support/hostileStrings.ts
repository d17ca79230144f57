import fc from 'fast-check';

const parts = [
  ...['[', ']', '(', ')', '](', '](command:quit)', '[Go](command:quit)', '![x](https://evil.example/x.png)'],
  ...['<img src=x onerror=alert(1)>', '$(error)', '`', '**', '# ', '&amp;', 'https://evil.example', 'command:quit'],
  ...['\r\n', '\n', '\u0000', '\u001b[31m', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u200b', '\ufeff'],
  ...['\ud800', '\udc00', '😀', 'שלוש', ' ', 'a', '\u{e0041}', '\u{e0041}'.repeat(40), '\ufe0f', '\u2800', '\u3164'],
];

/** What a hostile service may put wherever it is shown: markup, command links, controls, half characters. */
export const shownStrings: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
