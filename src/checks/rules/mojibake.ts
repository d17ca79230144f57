import { textFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';

/** UTF-8 that was read as Latin-1 or Windows-1252: "Ã©" for "é", "â€™" for "’". Some texts were misread twice. */
export const mojibake = textRule(textFields, (text) => (hasBytes.test(text) ? decoded(decoded(decoded(text))) : text));

/** The bytes 0x80 to 0x9F in Windows-1252; five of them are no characters there. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const next = `[\u0080-\u00bf${windows}]`;
/** A second byte below 0x90 would make a sequence of four that UTF-8 does not have. All others can be decoded. */
const second = `[\u0090-\u00bf${windows.slice(16)}]`;
/** First bytes of the scripts that records have, and two apostrophes. With all of them, „Spaß“ would be one. */
const sequence = `[\u00c2-\u00c5\u00ce-\u00d1]${next}|\u00ca[\u00bb\u00bc]|[\u00e2\u00ef]${next}{2}|\u00f0${second}${next}{2}`;
/** A single "é”—" is what it looks like; words of the scripts that begin with these bytes have more characters. */
const ofWords = `[\u00e3-\u00e9]${next}{2}`;
const sequences = new RegExp(`(?:${sequence}|${ofWords}){2,1000}|${sequence}`, 'g');
/** “Ñ”: quotes, dashes and dots after a letter. If another letter follows, they are bytes: "Ã“scar". */
const punctuated = /^(?:[\u00c2-\u00f0][‘’‚“”„‹›«»–—…•]+)+$/;
const isLetter = /^\p{L}/u;
/** A capital after a capital, before a no-break space, is what it looks like: "THAÏ !". */
const capital = /^[\u00c3-\u00c5\u00ce-\u00d1]\u00a0$/;
const afterCapital = /\p{Lu}$/u;
const hasBytes = new RegExp(next);
const byteOf = new Map(Array.from(windows, (unit, at) => [unit.charCodeAt(0), 0x80 + at]));

function decoded(text: string): string {
  return text.replace(sequences, (characters, start: number) => {
    if (punctuated.test(characters) && !isLetter.test(text.slice(start + characters.length))) return characters;
    if (capital.test(characters) && afterCapital.test(text.slice(Math.max(0, start - 2), start))) return characters;
    const bytes = Buffer.allocUnsafe(characters.length);
    for (let at = 0; at < bytes.length; at += 1) {
      const code = characters.charCodeAt(at);
      bytes[at] = byteOf.get(code) ?? code;
    }
    return bytes.toString();
  });
}
