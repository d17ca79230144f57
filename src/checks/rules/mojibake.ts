import { textFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';

/** UTF-8 that was read as Latin-1 or Windows-1252: "Ã©" for "é", "â€™" for "’". Some texts were misread twice. */
export const mojibake = textRule(textFields, (text) => (hasBytes.test(text) ? decoded(decoded(decoded(text))) : text));

/** The bytes 0x80 to 0x9F in Windows-1252; five of them are no characters there. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const next = `[\u0080-\u00bf${windows}]`;
/** First bytes of the scripts that records have, and two apostrophes. With all of them, „Spaß“ would be one. */
const sequence = new RegExp(
  `[\u00c2-\u00c5\u00ce-\u00d1]${next}|\u00ca[\u00bb\u00bc]|[\u00e2-\u00e9\u00ef]${next}{2}|\u00f0${next}{3}`,
  'g',
);
const hasBytes = new RegExp(next);
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(text: string): string {
  return text.replace(sequence, (characters) => {
    const bytes = Uint8Array.from(characters, (unit) => {
      const byte = windows.indexOf(unit);
      return byte < 0 ? unit.charCodeAt(0) : 0x80 + byte;
    });
    try {
      return utf8.decode(bytes);
    } catch {
      return characters;
    }
  });
}
