import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import { describeFault, type Log } from '../platform/log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { deleteOldNotifications } from '../notifications/delete-old.ts';
import { tick } from '../orders/tick.ts';
import type { Bus } from './bus.ts';
import { purge } from './purge.ts';
import { startRelay } from './relay.ts';

const PURGE_EVERY_MS = 60 * 60_000;
/** An order is rejected at most this much after its deadline. */
const TICK_EVERY_MS = 5000;

/** What goes on beside the requests: pokes to and from other processes, deadlines, and once an hour the purge. */
export function startBackground({
  pools,
  bus,
  log,
  clock,
  jobs,
}: {
  pools: Pools;
  bus: Bus;
  log: Log;
  clock: Clock;
  jobs: Pick<Jobs, 'enqueue'>;
}): {
  close(): Promise<void>;
} {
  const relay = startRelay({ owner: pools.owner, bus, log });
  const purging = setInterval(() => {
    const now = clock.now();
    Promise.all([purge(pools.owner, now, log), deleteOldNotifications({ pools, bus, log }, now)]).then(
      ([gone, notifications]) => log.info('purged', { ...gone, notifications }),
      (fault) => log.warn('purge_failed', describeFault(fault)),
    );
  }, PURGE_EVERY_MS).unref();
  let ticking: Promise<unknown> | null = null;
  const ticks = setInterval(() => {
    // A slow one is not overtaken by the next.
    ticking ??= tick({ pools, bus, log, jobs }, clock.now())
      .catch((fault: unknown) => log.warn('tick_failed', describeFault(fault)))
      .finally(() => (ticking = null));
  }, TICK_EVERY_MS).unref();
  return {
    async close() {
      clearInterval(purging);
      clearInterval(ticks);
      await ticking;
      await relay.close();
    },
  };
}
