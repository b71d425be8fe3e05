import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTransaction } from '../db/with-transaction.ts';
import type { Env } from '../env.ts';
import type { ProviderResult } from '../integrations/payment-providers/provider.ts';
import type { Tx } from '../db/tx.ts';
import { describeFault, type Log } from '../platform/log.ts';

const ROUND = 200;

export interface ReadBackServices {
  owner: pg.Pool;
  app: pg.Pool;
  env: Pick<Env, 'stripe'>;
  log: Pick<Log, 'warn'>;
}

interface ReadBack<State> {
  /** Of the faults in the log. */
  name: string;
  /** Selects `restaurantId` and `reference`; `$1` is the time. The oldest news comes first. */
  overdue: string;
  read(reference: string): Promise<ProviderResult<State>>;
  apply(db: Tx, change: { restaurantId: string; state: State; at: string }): Promise<unknown>;
}

/** Asks the provider for the state of overdue rows, one by one, and stores it. What it does not tell now is left to the next round. */
export async function readBackRows<State>(
  { owner, app, log }: ReadBackServices,
  now: Date,
  { name, overdue, read, apply }: ReadBack<State>,
): Promise<void> {
  const at = now.toISOString();
  const { rows } = await owner.query<{ restaurantId: string; reference: string }>(`${overdue} LIMIT ${ROUND}`, [at]);
  for (const { restaurantId, reference } of rows)
    try {
      const answer = await read(reference);
      if (answer.kind !== 'answer') continue;
      const change = { restaurantId, state: answer.value, at };
      await withTransaction(app, restaurantId, 'write', (client) => apply(drizzle(client), change));
    } catch (fault) {
      log.warn(`${name}.read_back_failed`, { ...describeFault(fault) });
    }
}
