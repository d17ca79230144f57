import { addresses } from './rules/addresses.ts';
import { dateInText } from './rules/dateInText.ts';
import { dates } from './rules/dates.ts';
import { duplicates } from './rules/duplicates.ts';
import { durationInMinutes } from './rules/durationInMinutes.ts';
import { htmlInText } from './rules/htmlInText.ts';
import { missing } from './rules/missing.ts';
import { mojibake } from './rules/mojibake.ts';
import { nameVariants } from './rules/nameVariants.ts';
import { placeholderText } from './rules/placeholderText.ts';
import { sameText } from './rules/sameText.ts';
import { spaces } from './rules/spaces.ts';
import { speakerOnlyInTitle } from './rules/speakerOnlyInTitle.ts';
import { speakersJoined } from './rules/speakersJoined.ts';
import { tagRepeats } from './rules/tagRepeats.ts';
import { textEntities } from './rules/textEntities.ts';
import { titleHasCategory } from './rules/titleHasCategory.ts';
import { titleHasSpeaker } from './rules/titleHasSpeaker.ts';
import { titleIsFileName } from './rules/titleIsFileName.ts';

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
};

export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as readonly RuleId[];
