import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { newId } from '../platform/ids.ts';

const DAY = 86_400_000;

/** A path for a file that is needed for one request. Deletes what crashes left there. */
export async function temporaryFile({ dataDir }: Pick<Env, 'dataDir'>, now: Date): Promise<string> {
  const folder = join(dataDir, 'temporary');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > DAY) await rm(path, { force: true });
  }
  return join(folder, newId(now));
}
