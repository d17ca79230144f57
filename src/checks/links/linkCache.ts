import * as z from 'zod';
import { jsonOrUndefined } from '../../record/valueShapes.ts';
import { type LinkVerdict, linkReasons } from '../../service/linkVerdict.ts';
import { lineFiles } from '../../workbench/lineFiles.ts';
import { inSlices } from '../../workbench/scheduling.ts';

/** By what is requested for an address. */
export type LinkVerdicts = ReadonlyMap<string, LinkVerdict>;

const dayMs = 86_400_000;
/** What can't be told is asked for again. */
const keptMs = { works: 30 * dayMs, gone: dayMs };
const fileBytes = 2 * 1024 * 1024;
const maxFiles = 4;

const storedVerdict = z.object({
  address: z.string(),
  time: z.number(),
  verdict: z.enum(['works', 'gone']),
  reason: z.enum(linkReasons),
  status: z.int().optional(),
});

/** The verdicts on links, in a folder. Several windows may use it at once. */
export function linkCache(folder: string) {
  const files = lineFiles(folder, {
    fileBytes,
    async makeRoom(all) {
      for (const { name } of all.slice(0, 1 - maxFiles)) await files.remove(name);
    },
  });
  return {
    /** Those that are young enough. */
    async read(now = Date.now()): Promise<Map<string, LinkVerdict>> {
      const verdicts = new Map<string, LinkVerdict>();
      for (const file of await files.list()) {
        await inSlices((await files.linesFrom(file, 0)).lines, ({ text }) => {
          const { data } = storedVerdict.safeParse(jsonOrUndefined(text));
          if (!data) return;
          const { address, time, verdict, reason, status } = data;
          const isYoung = time <= now && now - time < keptMs[verdict];
          if (isYoung) verdicts.set(address, { verdict, reason, ...(status !== undefined && { status }) });
          else verdicts.delete(address);
        });
      }
      return verdicts;
    },
    async add(address: string, verdict: LinkVerdict, now = Date.now()): Promise<void> {
      if (verdict.verdict !== 'unknown') await files.append(JSON.stringify({ address, time: now, ...verdict }));
    },
  };
}
