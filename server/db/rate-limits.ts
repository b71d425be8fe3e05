import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { AccountsDb } from './tx.ts';
import { rate_limits } from './schema/accounts.ts';

export interface Limit {
  /** Prefix of the key, so that limits are counted separately. */
  name: string;
  max: number;
  windowMs: number;
}

/** Null: allowed. Otherwise which limit, and how long until the window ends. */
export type Exceeded = { limit: string; retryAfterSeconds: number } | null;

/**
 * A window ends at most `windowMs` from now. One whose end lies far beyond that was begun while the clock was wrong: it counts as over, or
 * it would lock somebody out until that day. Twice the window allows for processes whose clocks differ.
 */
export const latestEndMs = ({ windowMs }: Pick<Limit, 'windowMs'>) => 2 * windowMs;
const latestEnd = (limit: Limit, now: Date) => new Date(now.getTime() + latestEndMs(limit)).toISOString();

/**
 * Counts one try and says whether it may go on. Counting comes before the try, in one statement, so that parallel tries cannot slip
 * through together. `db` must not stand in a transaction that a refusal rolls back. When the store fails this throws: nothing is let through.
 */
export async function take(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<Exceeded> {
  const ends = new Date(now.getTime() + limit.windowMs).toISOString();
  const isOver = sql`(${rate_limits.window_ends_at} <= ${now.toISOString()} OR ${rate_limits.window_ends_at} > ${latestEnd(limit, now)})`;
  const [row] = await db
    .insert(rate_limits)
    .values({ key: keyOf(limit, subject), count: 1, window_ends_at: ends })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rate_limits.count} + 1 END`,
        window_ends_at: sql`CASE WHEN ${isOver} THEN ${ends} ELSE ${rate_limits.window_ends_at} END`,
      },
    })
    .returning();
  if (!row) throw new Error('The store of limits did not answer');
  return row.count > limit.max ? { limit: limit.name, retryAfterSeconds: secondsUntil(row.window_ends_at, now) } : null;
}

/** Returns an attempt that must not count, such as a right password. */
export async function giveBack(db: AccountsDb, limit: Limit, subject: string): Promise<void> {
  await db
    .update(rate_limits)
    .set({ count: sql`greatest(${rate_limits.count} - 1, 0)` })
    .where(eq(rate_limits.key, keyOf(limit, subject)));
}

/** Deletes all attempts, so that a new window can start. */
export async function clear(db: AccountsDb, limit: Limit, subject: string): Promise<void> {
  await db.delete(rate_limits).where(eq(rate_limits.key, keyOf(limit, subject)));
}

/** Starts a new window without attempts. */
export async function begin(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<void> {
  const fresh = { count: 0, window_ends_at: new Date(now.getTime() + limit.windowMs).toISOString() };
  await db
    .insert(rate_limits)
    .values({ key: keyOf(limit, subject), ...fresh })
    .onConflictDoUpdate({ target: rate_limits.key, set: fresh });
}

/**
 * Counts one try within a window that somebody began. `over`: there is none, or it has ended, or its tries are used up.
 */
export async function takeBegun(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<'counted' | 'over'> {
  const [row] = await db
    .update(rate_limits)
    .set({ count: sql`${rate_limits.count} + 1` })
    .where(
      sql`${rate_limits.key} = ${keyOf(limit, subject)} AND ${rate_limits.window_ends_at} > ${now.toISOString()} AND ${rate_limits.window_ends_at} <= ${latestEnd(limit, now)}`,
    )
    .returning();
  return row && row.count <= limit.max ? 'counted' : 'over';
}

// Addresses are stored only as hashes.
const keyOf = (limit: Limit, subject: string) => `${limit.name}:${createHash('sha256').update(subject).digest('hex')}`;

const secondsUntil = (end: string, now: Date) => Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 1000));
