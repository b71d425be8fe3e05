import type { Pools } from '../db/open.ts';
import { isTransientError } from '../db/transient-error.ts';
import { inSpace, type Space } from './in-space.ts';
import { describeFault, type Log } from '../platform/log.ts';
import type { Bus } from '../platform/bus.ts';

export interface EachSpaceOptions {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  log: Pick<Log, 'warn' | 'error'>;
}

/** The work is repeated regularly, so it does not wait long for a busy restaurant. */
const LOCK_TRIES = 2;

/**
 * Runs the same work in each restaurant, each in its own transaction (see inSpace), with a poke if it wrote. A failure is logged under
 * `task` and left to the next round; the others continue. Returns the results of those that succeeded.
 */
export async function inEachSpace<T>(
  { pools, bus, log }: EachSpaceOptions,
  task: string,
  restaurantIds: string[],
  run: (restaurantId: string, space: Space) => Promise<T>,
): Promise<T[]> {
  return oneByOne(log, task, restaurantIds, async (id) => {
    const { result, version } = await inSpace(pools.app, id, (space) => run(id, space), LOCK_TRIES);
    if (version !== null) bus.publish(id, version);
    return result;
  });
}

/** Keeps one restaurant's failure from the others, for work that makes its own transactions. */
export async function oneByOne<T>(
  log: EachSpaceOptions['log'],
  task: string,
  restaurantIds: string[],
  run: (restaurantId: string) => Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  for (const id of restaurantIds) {
    try {
      done.push(await run(id));
    } catch (fault) {
      const fields = { task, restaurant_id: id, ...describeFault(fault) };
      if (isTransientError(fault)) log.warn('space_busy', fields);
      else log.error('space_fault', fields);
    }
  }
  return done;
}
