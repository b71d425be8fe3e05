import { drizzle } from 'drizzle-orm/node-postgres';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Tx } from '../db/tx.ts';
import { rootOf } from '../platform/log.ts';
import { lockSpace, raiseVersion } from '../db/space.ts';
import { withTransaction } from '../db/with-transaction.ts';

export interface Space {
  db: Tx;
  /** The version for what this transaction writes; raised at the first call. */
  bump(): Promise<number>;
}

const LOCK_TRIES = 30;

/** One transaction of a restaurant under its space's lock, and the version that it wrote, if any. For work outside of requests. */
export async function inSpace<T>(
  pool: pg.Pool,
  restaurantId: string,
  run: (space: Space) => Promise<T>,
  lockTries = LOCK_TRIES,
): Promise<{ result: T; version: number | null }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(pool, restaurantId, 'write', async (client) => {
        if (!(await lockSpace(client, restaurantId))) throw new Error(`The restaurant ${restaurantId} has no space`);
        let version = null as Promise<number> | null;
        const result = await run({
          db: drizzle(client),
          bump: () => (version ??= raiseVersion(client, restaurantId)),
        });
        return { result, version: await version };
      });
    } catch (fault) {
      // The restaurant is busy, and its requests come first.
      if ((rootOf(fault) as { code?: string }).code !== '55P03' || tries >= lockTries) throw fault;
      await wait(100 * tries);
    }
  }
}
