import { decodeEntities } from '../../record/entities.ts';
import { shortFields } from '../checkedRecord.ts';
import { textRule } from '../finding.ts';

/** HTML entities in short fields: "Q&amp;A". What is an entity again after decoding may be meant, and gets no fix. */
export const textEntities = textRule(shortFields, (text) => (text.includes('&') ? decodeEntities(text) : text));
