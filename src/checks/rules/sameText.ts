import type { Rule } from '../finding.ts';
import { fold } from '../folding.ts';

/** A summary or description that only repeats the title, or a summary that is the whole description. */
export const sameText: Rule = {
  isInformation: true,
  find: (record) => {
    const choices = [{ name: '', value: '""' }];
    const repeated = ['summary', 'description'].filter((field) => isSame(record.text(field), record.text('title')));
    if (repeated.length > 0) return repeated.map((field) => ({ field, kind: 'title', choices }));
    return isSame(record.text('summary'), record.text('description')) ? [{ field: 'summary', choices }] : [];
  },
};

/** Equal but for punctuation. Texts of very different lengths never are, and folding takes a while. */
function isSame(one: string, other: string): boolean {
  const [short, long] = [one.length, other.length].sort((a, b) => a - b);
  return (
    short !== undefined && long !== undefined && long < 2 * short + 20 && fold(one) !== '' && fold(one) === fold(other)
  );
}
