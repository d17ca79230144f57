import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Where the extension keeps its history in this VS Code. */
export function historyFolder(): string {
  const userData = process.env.VIDEO_RECORDS_USER_DATA;
  if (!userData) throw new Error('VIDEO_RECORDS_USER_DATA does not say where VS Code keeps its data.');
  const [storage] = globSync('**/globalStorage/video-records.video-records', { cwd: userData });
  if (!storage) throw new Error(`There is no storage of the extension below ${userData}.`);
  return join(userData, storage, 'history');
}
