import { textFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';

/** A word in place of no value: "None", "TBD", "N/A", "null". */
export const placeholderText = textRule(textFields, (text) =>
  text.length < 20 && /^(?:none|tbd|n\/a|null)$/i.test(text.trim()) ? '' : text,
);
