import { drizzle } from 'drizzle-orm/node-postgres';
import { inSpace } from '../../jobs/in-space.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Pools } from '../../db/open.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import type { Bus } from '../../platform/bus.ts';

/** One transaction of a restaurant, under its space's lock. */
export interface MoneyContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
  enqueue: Enqueue;
}

export interface MoneyServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Runs in one transaction of the restaurant and pokes its devices if it wrote what they mirror. Never ask a provider inside. */
export async function inMoneyTransaction<T>(
  { pools, bus, jobs }: MoneyServices,
  { restaurantId, now }: { restaurantId: string; now: Date },
  run: (c: MoneyContext) => Promise<T>,
): Promise<T> {
  const { result, version } = await inSpace(pools.app, restaurantId, ({ db, bump }) =>
    run({ db, bump, restaurantId, now, enqueue: (job, ids) => jobs.enqueue(db, job, ids) }),
  );
  if (version !== null) bus.publish(restaurantId, version);
  return result;
}

export const readInRestaurant = <T>(
  { pools }: Pick<MoneyServices, 'pools'>,
  restaurantId: string,
  run: (db: Tx) => Promise<T>,
): Promise<T> => withTransaction(pools.app, restaurantId, 'read', (client) => run(drizzle(client)));
