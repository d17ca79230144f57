import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use after everything that can go is gone. */
export function heapNow(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 4; times += 1) collect();
  return process.memoryUsage().heapUsed;
}
