import { formatString } from '../record/format.ts';
import type { Found } from './finding.ts';
import { fold, wordsOf } from './folding.ts';

/** A part of a title that is set off from the rest of it. */
export interface Segment {
  readonly text: string;
  /** The title without it. In the middle either separator may stay. */
  readonly rests: readonly string[];
  readonly isMiddle?: boolean;
}

/** A longer title is a text, and segments in it mean nothing. */
export const maxTitle = 1000;
const separator = /\s+(?:[-–—―|•·~:]{1,3}|\/\/)\s+|[:：]\s+/g;
const bracket = /[([]([^()[\]]{1,200})[)\]]/g;
/** A segment with half of a pair has no end that can be seen. */
const paired = /[()[\]"“”„«»]/;

/** As many as a title may have. */
const maxSegments = 20;

/** "Segment - title", "title: segment", "title (segment)". */
export function segmentsOf(title: string): Segment[] {
  const segments = title.length > maxTitle ? [] : [...separated(title), ...bracketed(title)];
  return segments.length > maxSegments ? [] : segments;
}

function separated(title: string): Segment[] {
  const separators = [...title.matchAll(separator)];
  const starts = [0, ...separators.map(({ index, 0: text }) => index + text.length)];
  const ends = [...separators.map(({ index }) => index), title.length];
  return starts.flatMap((start, at) => {
    const text = title.slice(start, ends[at]);
    if (starts.length === 1 || text === '' || paired.test(text)) return [];
    const [before, after] = [ends[at - 1], starts[at + 1]];
    if (before === undefined) return [{ text, rests: [title.slice(after)] }];
    if (after === undefined) return [{ text, rests: [title.slice(0, before)] }];
    const rests = [title.slice(0, start) + title.slice(after), title.slice(0, before) + title.slice(ends[at])];
    return [{ text, rests: [...new Set(rests)], isMiddle: true }];
  });
}

function bracketed(title: string): Segment[] {
  return [...title.matchAll(bracket)].map(({ 0: whole, 1: text = '', index }) => {
    const [before, after] = [title.slice(0, index).trimEnd(), title.slice(index + whole.length).trimStart()];
    const isMiddle = before !== '' && after !== '';
    return { text, rests: [before + (isMiddle && !/^[,;:.!?]/.test(after) ? ' ' : '') + after], isMiddle };
  });
}

/** "Title by segment". */
export function bySegment(title: string): Segment[] {
  const at = title.length > maxTitle ? -1 : ([...title.matchAll(/ by /gi)].at(-1)?.index ?? -1);
  const text = title.slice(at + ' by '.length);
  return at < 0 || paired.test(text) ? [] : [{ text, rests: [title.slice(0, at).replace(/[\s,:;|–—-]+$/, '')] }];
}

/** The first segment that the title is better without: one clear fix at its start or end, else choices. */
export function unwantedSegment(
  segments: readonly Segment[],
  isUnwanted: (text: string) => boolean,
  isNeeded: (rest: string) => boolean,
): Found[] {
  const segment = segments.find(({ text, rests }) => isUnwanted(text) && !rests.some(isNeeded));
  if (!segment) return [];
  const choices = segment.rests.map((rest) => ({ name: rest, value: formatString(rest) }));
  const fixes = segment.isMiddle || !choices[0] ? { choices } : { fix: choices[0].value };
  return [{ field: 'title', values: [segment.text], ...fixes }];
}

/** How titles write the event that a category is, folded: all of it, without its year, with a short one, its first word. */
export function eventForms(category: string): ReadonlySet<string> {
  const [, name = '', year = ''] = /^(.*?)\s*((?:19|20)\d\d)?$/.exec(category.slice(0, 200).trim()) ?? [];
  const dated = [name, wordsOf(name)[0] ?? ''].flatMap((text) => [text + year, text + year.slice(2)]);
  return new Set([name, ...(year === '' ? [] : dated)].map(fold).filter((form) => /\D{3}/.test(form)));
}

const genericWords = new Set(
  wordsOf(`a address afternoon and announcements apertura assembly at award awards begrüßung bienvenida break by ceremony
  cierre clausura closing clôture conf conference day discussion eröffnung evening for friday general hall housekeeping
  i ii iii in interview intro introduction keynote keynotes lighting lightning lunch minutes monday morning of on one
  opening ouverture panel part plenary poster posters q qa remarks room saturday session sessions sprint sprints
  statements sunday talk talks the three thursday title to track tuesday tutorial tutorials two untitled video wednesday
  welcome with workshop workshops first second third fourth`),
);

/** Whether a title names no talk: it is empty, or has only words such as "Keynote", numbers and the event. */
export function isGeneric(title: string, category: string): boolean {
  const words = title.length > maxTitle ? ['…'] : withoutEvent(wordsOf(title), category);
  return words.every((word) => genericWords.has(word) || /^\d+(?:st|nd|rd|th)?$/.test(word));
}

/** "PyCon Canada 2013" is the event of "PyCon CA 2013" too. */
function withoutEvent(words: readonly string[], category: string): readonly string[] {
  const forms = eventForms(category);
  const [first, year = ''] = [wordsOf(category)[0], wordsOf(category).at(-1)];
  for (const start of words.keys()) {
    for (let end = Math.min(words.length, start + maxEventWords); end > start; end -= 1) {
      const isNamed = words[start] === first && words[end - 1] === year && /^\d{4}$/.test(year);
      if (isNamed || forms.has(words.slice(start, end).join(''))) return words.toSpliced(start, end - start);
    }
  }
  return words;
}

const maxEventWords = 6;
