import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What the extension has logged since this was called, line by line, as its file on disk has it. */
export function logFile(): () => string[] {
  const file = newestLog();
  const before = readFileSync(file, 'utf8').length;
  return () => {
    const text = readFileSync(file, 'utf8').slice(before);
    return text.split('\n').filter((line) => line !== '');
  };
}

/** Each window has a folder of its own for its logs, and a folder in it for each extension. */
function newestLog(): string {
  const folder = process.env.VIDEO_RECORDS_USER_DATA;
  if (!folder) throw new Error('VIDEO_RECORDS_USER_DATA does not say where VS Code keeps its logs.');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'Video Records.log')
    .filter((file) => basename(dirname(file)) === 'video-records.video-records')
    .map((file) => join(folder, file))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  const [newest] = files;
  if (!newest) throw new Error(`There is no log of the extension below ${folder}.`);
  return newest;
}
