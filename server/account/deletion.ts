import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deletion, DeletionObstacle } from '../../contract/account/calls.ts';
import { ledger_sums } from '../db/schema/payments.ts';
import type { Tx } from '../db/tx.ts';
import { walletAccounts } from '../payments/ledger.ts';
import { findDeletion } from '../restaurants/deletion.ts';
import { findOpen } from '../subscriptions/store.ts';
import { findOpenRequest } from '../withdrawals/store.ts';

export async function toDeletion(db: Tx, restaurantId: string): Promise<Deletion> {
  const found = await findDeletion(db, restaurantId);
  return {
    requested_at: found?.requested_at ?? null,
    deletes_at: found?.deletes_at ?? null,
    obstacles: await findObstacles(db, restaurantId),
  };
}

/** Whoever deletes the books deletes the claim to the money in them. */
export async function findObstacles(db: Tx, restaurantId: string): Promise<DeletionObstacle[]> {
  const held = await db
    .select({ currency: ledger_sums.currency })
    .from(ledger_sums)
    .where(and(eq(ledger_sums.restaurant_id, restaurantId), inArray(ledger_sums.account, [...walletAccounts])))
    .groupBy(ledger_sums.currency)
    .having(sql`sum(${ledger_sums.amount}) > 0`);
  const subscription = await findOpen(db, restaurantId);
  return [
    ...(held.length > 0 ? ['wallet' as const] : []),
    ...((await findOpenRequest(db, restaurantId)) ? ['withdrawal' as const] : []),
    ...(subscription?.provider_reference && !subscription.cancel_at_period_end ? ['subscription' as const] : []),
  ];
}
