import { addresses } from './rules/addresses.ts';
import { htmlInText } from './rules/htmlInText.ts';
import { links } from './rules/links.ts';
import { missing } from './rules/missing.ts';
import { mojibake } from './rules/mojibake.ts';
import { nameVariants } from './rules/nameVariants.ts';
import { duplicates, sameText, tagRepeats } from './rules/repeats.ts';
import { placeholderText, spaces, speakersJoined, textEntities } from './rules/shortTexts.ts';
import { dateInText, dates, durationInMinutes } from './rules/times.ts';
import { speakerOnlyInTitle, titleHasCategory, titleHasSpeaker, titleIsFileName } from './rules/titles.ts';

/**
 * In the order in which fixes are applied: a fix may only reveal what a later rule finds. Decoding comes first, because
 * it needs characters that `spaces` removes.
 */
export const rules = {
  mojibake,
  textEntities,
  spaces,
  placeholderText,
  speakersJoined,
  speakerOnlyInTitle,
  tagRepeats,
  titleHasCategory,
  titleHasSpeaker,
  nameVariants,
  addresses,
  dateInText,
  durationInMinutes,
  sameText,
  dates,
  duplicates,
  missing,
  htmlInText,
  titleIsFileName,
  links,
};

export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as readonly RuleId[];
