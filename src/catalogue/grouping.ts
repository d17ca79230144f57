import type * as vscode from 'vscode';
import * as z from 'zod';
import type { ServiceAddress } from '../service/address.ts';

/** What the records of a service are grouped by in the view. */
const storedGrouping = z.object({ field: z.string(), order: z.enum(['name', 'count']) });

export type Grouping = Readonly<z.infer<typeof storedGrouping>>;
export type Groupings = ReturnType<typeof groupings>;

const key = 'catalogue.groupings';
const maxServices = 200;
export const usualGrouping: Grouping = { field: 'category', order: 'name' };

/** Kept for each service address: a service may be renamed. */
export function groupings(memory: vscode.Memento) {
  const all = () => new Map(z.array(z.tuple([z.string(), storedGrouping])).safeParse(memory.get(key)).data ?? []);
  return {
    of: ({ href }: ServiceAddress): Grouping => all().get(href) ?? usualGrouping,
    keep({ href }: ServiceAddress, grouping: Grouping): Thenable<void> {
      const others = [...all()].filter(([address]) => address !== href);
      return memory.update(key, [...others, [href, grouping]].slice(-maxServices));
    },
  };
}
