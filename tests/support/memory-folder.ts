import { readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** What the databases of a run need at most, and as much again. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Where test databases lie: in memory where there is enough of it, as each of hundreds consists of a thousand files whose creation a disk takes
 * longer for than their tests take; else in the folder for temporary files.
 */
export async function placeForDatabases(): Promise<string> {
  if (!(await isRoomy(MEMORY_FOLDER))) return tmpdir();
  await removeAbandoned(MEMORY_FOLDER);
  return MEMORY_FOLDER;
}

async function isRoomy(folder: string): Promise<boolean> {
  const stats = await statfs(folder).catch(() => null);
  return stats !== null && Math.min(stats.bavail * stats.bsize, process.availableMemory()) >= ENOUGH_BYTES;
}

/** Runs that were killed left theirs, which would hold memory until the machine starts again. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^galley-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
