import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { accountDeletedMail } from '../auth/mails.ts';
import type { Env } from '../env.ts';
import { openMailer } from '../integrations/mail.ts';
import { oneByOne } from '../jobs/for-each-space.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { deleteAccount } from './delete-account.ts';
import { findObstacles } from './deletion.ts';
import { DELETION, findDeletion, REMIND_DAYS } from '../restaurants/deletion.ts';

export interface FollowDeletionsOptions {
  owner: pg.Pool;
  env: Env;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
}

const DAY = 86_400_000;

/** Reminds owners three days before their account is deleted, and deletes what is due. Any number of processes may do it. */
export async function followDeletions(options: FollowDeletionsOptions, now: Date): Promise<void> {
  const { owner, log } = options;
  await remind(options, now);
  const { rows } = await owner.query<{ restaurant_id: string }>(
    `SELECT restaurant_id FROM restaurant_settings WHERE name = $1 AND value->>'deletes_at' <= $2`,
    [DELETION, now.toISOString()],
  );
  const ids = rows.map(({ restaurant_id }) => restaurant_id);
  await oneByOne(log, 'account_deletions', ids, (id) => deleteDue(options, id, now));
}

async function remind({ owner, jobs }: FollowDeletionsOptions, now: Date): Promise<void> {
  const before = new Date(now.getTime() + REMIND_DAYS * DAY).toISOString();
  const reminded = JSON.stringify({ reminded_at: now.toISOString() });
  await drizzle(owner).transaction(async (tx) => {
    // One process marks it. Instants have one length, so their texts sort by time.
    const { rows } = await tx.execute<{ user_id: string; restaurant_id: string }>(
      sql`UPDATE restaurant_settings s SET value = s.value || ${reminded}::jsonb FROM memberships m JOIN users u ON u.id = m.user_id
           WHERE s.name = ${DELETION} AND s.value->>'reminded_at' IS NULL AND s.value->>'deletes_at' <= ${before}
             AND m.restaurant_id = s.restaurant_id AND m.role = 'owner'
          RETURNING u.id AS user_id, s.restaurant_id`,
    );
    for (const who of rows) await jobs.enqueue(tx, 'mail.deletion', { ...who, kind: 'reminder' });
  });
}

async function deleteDue({ owner, env, log }: FollowDeletionsOptions, restaurantId: string, now: Date): Promise<void> {
  const { rows: users } = await owner.query<{ email: string }>(
    `SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.restaurant_id = $1 AND m.role = 'owner' AND u.is_email_verified`,
    [restaurantId],
  );
  const deleted = await deleteAccount(owner, openFiles(env), restaurantId, async (client) => {
    const db = drizzle(client);
    const requested = await findDeletion(db, restaurantId);
    // Cancelled meanwhile.
    if (!requested || requested.deletes_at > now.toISOString()) return false;
    // Such as a card payment that was settled since: asked again in an hour.
    const obstacles = await findObstacles(db, restaurantId);
    if (obstacles.length > 0) log.warn('account.deletion_waits', { obstacles: obstacles.join(' ') });
    return obstacles.length === 0;
  });
  if (deleted === null) return;
  log.info('account.deleted', { rows: deleted });
  // No job: it would contain the address, and nothing here knows it any more.
  for (const { email } of users)
    await openMailer(env)
      .send({ to: email, ...accountDeletedMail() })
      .catch((error: unknown) => log.warn('account.deleted_mail_failed', describeFault(error)));
}
