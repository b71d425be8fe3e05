import type { Clock } from './clock.ts';
import type { Pools } from './db/open.ts';
import type { Disk } from './disk.ts';
import type { Env } from './env.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Bus } from './sync/bus.ts';

/** What every call is served with. */
export interface Kernel {
  pools: Pools;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'enqueue'>;
  bus: Bus;
  disk: Disk;
}
