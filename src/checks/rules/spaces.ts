import { shortFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';
import { tidy } from '../folding.ts';

/** Stray spaces, line ends and invisible characters in short fields, and letters in several characters (not NFC). */
export const spaces = textRule(shortFields, tidy);
