import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { CODE_LIFE_MINUTES } from '../../contract/limits.ts';
import { email_codes } from '../db/schema/accounts.ts';
import type { AccountsDb } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';

export type Purpose = (typeof email_codes.$inferSelect)['purpose'];

const MINUTE = 60_000;
export const CODE_TRIES = 5;
/** How long a code or link is valid, counted from its mail. */
export const lifeMs: Record<Purpose, number> = { verify: CODE_LIFE_MINUTES * MINUTE, reset: 30 * MINUTE };

/**
 * Requests a new code or link; the previous one is void from now on. The mail job creates the secret, so that it is never in a job's data.
 * Returns the id for that job.
 */
export async function requestCode(
  db: AccountsDb,
  { userId, purpose, now }: { userId: string; purpose: Purpose; now: Date },
): Promise<string> {
  const id = newId(now);
  // One at a time per account; otherwise two simultaneous requests would both be valid.
  await db.execute(sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`);
  await db.delete(email_codes).where(and(eq(email_codes.user_id, userId), eq(email_codes.purpose, purpose)));
  await db.insert(email_codes).values({
    id,
    user_id: userId,
    purpose,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeMs[purpose]).toISOString(),
  });
  return id;
}

export const makeCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
export const makeLinkToken = (): string => randomBytes(32).toString('base64url');

/**
 * How a secret is stored. Includes this installation's key, because a plain hash of six digits could be reversed in a second, and the id,
 * so that a hash does not fit another row. A link's token is long enough and is looked up by its hash, so it has no id.
 */
export function hashCode(secretsKey: string, code: string, id = ''): string {
  return createHmac('sha256', secretsKey).update(`code:${id}:${code}`).digest('hex');
}

export type Checked = 'right' | 'wrong' | 'none';

/**
 * Checks a six-digit code. The row is locked from reading to counting, so that of any number of parallel guesses at most five are compared.
 * A right code is used up. Call it in a transaction that is committed whatever the result.
 */
export async function checkCode(
  db: AccountsDb,
  { userId, code, now, secretsKey }: { userId: string; code: string; now: Date; secretsKey: string },
): Promise<Checked> {
  const [row] = await db
    .select()
    .from(email_codes)
    .where(and(eq(email_codes.user_id, userId), eq(email_codes.purpose, 'verify')))
    .for('update');
  if (!row?.code_hash || row.used_at || row.tries >= CODE_TRIES || row.expires_at <= now.toISOString()) return 'none';
  const isRight = isSame(row.code_hash, hashCode(secretsKey, code, row.id));
  await db
    .update(email_codes)
    .set(isRight ? { used_at: now.toISOString() } : { tries: row.tries + 1 })
    .where(eq(email_codes.id, row.id));
  return isRight ? 'right' : 'wrong';
}

/** Uses up a link's token and returns its account; null if it is unknown, used or expired. */
export async function useLink(
  db: AccountsDb,
  { token, now, secretsKey }: { token: string; now: Date; secretsKey: string },
): Promise<string | null> {
  // One statement: of two simultaneous requests the second waits and then finds it used.
  const [row] = await db
    .update(email_codes)
    .set({ used_at: now.toISOString() })
    .where(and(liveLink(token, now, secretsKey), sql`${email_codes.used_at} IS NULL`))
    .returning({ userId: email_codes.user_id });
  return row?.userId ?? null;
}

/** The account of a link, without using it up. */
export async function readLink(
  db: AccountsDb,
  { token, now, secretsKey }: { token: string; now: Date; secretsKey: string },
): Promise<string | null> {
  const [row] = await db
    .select({ userId: email_codes.user_id })
    .from(email_codes)
    .where(and(liveLink(token, now, secretsKey), sql`${email_codes.used_at} IS NULL`));
  return row?.userId ?? null;
}

const liveLink = (token: string, now: Date, secretsKey: string) =>
  and(
    eq(email_codes.purpose, 'reset'),
    eq(email_codes.code_hash, hashCode(secretsKey, token)),
    sql`${email_codes.expires_at} > ${now.toISOString()}`,
  );

const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
