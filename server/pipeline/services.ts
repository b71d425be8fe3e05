import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import type { Disk } from '../platform/disk.ts';
import type { Env } from '../env.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../sync/bus.ts';

/** What every call is served with. */
export interface Services {
  pools: Pools;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'enqueue'>;
  bus: Bus;
  disk: Disk;
}
