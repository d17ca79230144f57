import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Where the extension keeps its history in this VS Code. */
export function historyFolder(): string {
  const userData = process.env.VIDEO_RECORDS_USER_DATA;
  if (!userData) throw new Error('VIDEO_RECORDS_USER_DATA does not say where VS Code keeps its data.');
  const [user] = globSync(['User', '*/User'], { cwd: userData });
  if (!user) throw new Error(`VS Code keeps no files of its user below ${userData}.`);
  return join(userData, user, 'globalStorage', 'video-records.video-records', 'history');
}
