import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { SignIn } from '../../contract/settings/sign-in-calls.ts';
import { SIGN_INS_MAX } from '../../contract/limits.ts';
import { sign_ins, users } from '../db/schema/accounts.ts';
import type { BaseContext, Enqueue } from '../pipeline/handler.ts';
import type { AccountsDb } from '../db/tx.ts';
import type { UserRow } from './accounts.ts';
import { describeBrowser } from './describe-browser.ts';
import { readKnownDevice } from './known-device.ts';

type Attempt = Pick<SignIn, 'method'> & { deviceName: string | undefined };
type Visitor = Pick<BaseContext, 'now' | 'visit' | 'address'>;

/**
 * Records a sign-in, in the transaction that opens its session. Its owner hears of a browser that was not signed in before. That of a new
 * account is not news.
 */
export async function recordSignIn(
  { db, enqueue }: { db: AccountsDb; enqueue: Enqueue },
  c: BaseContext,
  { user, ...attempt }: Attempt & { user: UserRow },
): Promise<void> {
  const is_new_device = readKnownDevice(c, user) === null && user.created_at !== c.now.toISOString();
  const id = await insert(db, c, { ...attempt, email: user.email, outcome: 'success', is_new_device });
  if (is_new_device)
    await enqueue('security.new_device', { restaurant_id: user.restaurant_id, user_id: user.id, sign_in_id: id });
}

/** Records an attempt that was refused. For an unknown address the same statement inserts nothing. */
export async function recordFailedSignIn(
  c: Visitor & Pick<BaseContext, 'accounts'>,
  attempt: Attempt & { email: string; outcome: Exclude<SignIn['outcome'], 'success'> },
): Promise<void> {
  await insert(c.accounts, c, { ...attempt, is_new_device: false });
}

async function insert(
  db: AccountsDb,
  { now, visit, address }: Visitor,
  {
    email,
    deviceName,
    method,
    outcome,
    is_new_device,
  }: Attempt & Pick<SignIn, 'outcome' | 'is_new_device'> & { email: string },
): Promise<string> {
  const id = randomUUID();
  const [name, browser] = [deviceName?.trim() || null, describeBrowser(visit.userAgent)];
  await db.execute(sql`
    INSERT INTO ${sign_ins} (restaurant_id, id, user_id, created_at, method, outcome, device_name, browser, ip_address, is_new_device)
    SELECT ${users.restaurant_id}, ${id}::uuid, ${users.id}, ${now.toISOString()}::timestamptz, ${method}::text, ${outcome}::text,
           ${name}::text, ${browser}::text, ${address}::text, ${is_new_device}::boolean
      FROM ${users} WHERE ${users.email} = ${email}`);
  return id;
}

/**
 * Deletes all but the newest of each account. Successes and failures are counted apart, so that many wrong passwords do not hide the right
 * one.
 */
export async function deleteOlderSignIns(owner: pg.Pool): Promise<number> {
  const { rowCount } = await owner.query(
    `DELETE FROM sign_ins s USING (
       SELECT restaurant_id, id, row_number() OVER (PARTITION BY user_id, outcome = 'success' ORDER BY created_at DESC, id DESC) AS place
         FROM sign_ins) ranked
      WHERE s.restaurant_id = ranked.restaurant_id AND s.id = ranked.id AND ranked.place > $1`,
    [SIGN_INS_MAX / 2],
  );
  return rowCount ?? 0;
}
