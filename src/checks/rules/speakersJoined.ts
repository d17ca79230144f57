import { textRule } from '../finding.ts';
import { isPersonName, namesIn } from '../names.ts';

/** Several people as one speaker: "Ann Lee and Bo Chen". A part of one word ("Jr.", "MBA") is no person. */
export const speakersJoined = textRule(['speakers'], (text) => {
  const people = /\bet al\b|[:\d]/i.test(text) ? [] : namesIn(text);
  return people.length > 1 && people.every(isPersonName) ? people : text;
});
