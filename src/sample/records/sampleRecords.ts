import type { VideoRecord } from '../fields.ts';
import { lanternConf } from './lanternConf.ts';
import { manyScripts } from './manyScripts.ts';
import { nearbyTongues } from './nearbyTongues.ts';
import { unusual } from './unusual.ts';

/** About forty invented talks. The ids 13 and 27 are missing on purpose: real services have gaps. */
export const sampleRecords: readonly VideoRecord[] = [...lanternConf, ...nearbyTongues, ...manyScripts, ...unusual];
