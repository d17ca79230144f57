import { decodeEntities } from '../../record/entities.ts';
import { shortFields, textFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';
import { tidy, untidiness } from '../folding.ts';
import { isPersonName, namesIn } from '../names.ts';

/** Stray spaces, line ends and invisible characters in short fields, and letters in several characters (not NFC). */
export const spaces = textRule(shortFields, tidied, (text, field) => untidiness(text, tidied(text, field)));

/** A license may have several lines. */
function tidied(text: string, field: string): string {
  const trimmed = text.trim();
  return field === 'copyright_text' && /[\n\r]/.test(trimmed) ? trimmed : tidy(text);
}

/** HTML entities in short fields: "Q&amp;A". What is an entity again after decoding may be meant, and gets no fix. */
export const textEntities = textRule(shortFields, (text) => (text.includes('&') ? decodeEntities(text) : text));

/** A word in place of no value: "None", "TBD", "N/A", "null". A tag or a note may well be "todo". */
export const placeholderText = textRule(textFields, (text, field) => {
  const isWord = (words: RegExp) => text.length < 20 && words.test(text.trim());
  const isPlaceholder =
    isWord(/^(?:none|tbd|n\/a|null)$/i) ||
    (field !== 'tags' && field !== 'whiteboard' && isWord(/^(?:tba|todo)$/i)) ||
    (field === 'speakers' && isWord(/^unknown$/i));
  return isPlaceholder ? '' : text;
});

/** Several people as one speaker: "Ann Lee and Bo Chen". A part of one word ("Jr.", "MBA") is no person. */
export const speakersJoined = textRule(['speakers'], (text) => {
  const people = /\bet al\b|[:\d]/i.test(text) ? [] : namesIn(text);
  return people.length > 1 && people.every(isPersonName) ? people : text;
});
