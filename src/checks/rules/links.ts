import { linkFields, linksIn } from '../../record/linkAddresses.ts';
import type { Rule } from '../finding.ts';

/** Fields without which a record still leads to its video. */
const dispensable = /^(?:thumbnail|video_\w+)_url$/;

/** Addresses that no longer lead to anything, or of which nobody can tell. Check Links alone looks for them. */
export const links: Rule = {
  fields: linkFields,
  find: (record, facts) =>
    (facts.links ? linksIn((field) => record.text(field)) : []).flatMap(({ field, address, request }) => {
      const { verdict = 'works', reason, status } = facts.links?.get(request) ?? {};
      if (verdict === 'works') return [];
      const isGone = verdict === 'gone';
      return [
        {
          field,
          kind: `${verdict}.${reason}`,
          values: [address, `${status ?? ''}`],
          // Each is shown, also where many records have the same address.
          group: `${record.id} ${field} ${request}`,
          ...(isGone ? dispensable.test(field) && { choices: [{ name: '', value: '""' }] } : { isInformation: true }),
        },
      ];
    }),
};
