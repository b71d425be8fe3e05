import type { Clock } from '../clock.ts';
import type { Pools } from '../db/open.ts';
import { describeFault, type Log } from '../log.ts';
import type { Bus } from './bus.ts';
import { purge } from './purge.ts';
import { startRelay } from './relay.ts';

const PURGE_EVERY_MS = 60 * 60_000;

/** What the sync kernel does beside the requests: pokes to and from other processes, and once an hour the purge. */
export function startBackground({ pools, bus, log, clock }: { pools: Pools; bus: Bus; log: Log; clock: Clock }): {
  close(): Promise<void>;
} {
  const relay = startRelay({ owner: pools.owner, bus, log });
  const purging = setInterval(() => {
    purge(pools.owner, clock.now()).then(
      (gone) => log.info('purged', gone),
      (fault) => log.warn('purge_failed', describeFault(fault)),
    );
  }, PURGE_EVERY_MS).unref();
  return {
    async close() {
      clearInterval(purging);
      await relay.close();
    },
  };
}
