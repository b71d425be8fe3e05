import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Pools } from './db/open.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import type { Bus } from './sync/bus.ts';

/** Queues work for the outside world on a connection, so that it exists exactly when the connection's transaction commits. */
export interface Jobs {
  enqueue(inside: pg.ClientBase | pg.Pool, job: string, data: Record<string, string>): Promise<void>;
}

/** What every call is served with. */
export interface Kernel {
  pools: Pools;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  bus: Bus;
}
