import type pg from 'pg';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Env } from '../../env.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../../platform/secrets.ts';
import { makeVapidPair, type VapidPair } from '../../integrations/push/vapid.ts';

/**
 * The installation's key pair: from the settings, else the newest in the database, created at the first start. It must stay the same,
 * because browsers' subscriptions are bound to it. A pair that SECRETS_KEY cannot decrypt counts as lost; devices get its replacement at
 * their next start.
 */
export async function keepVapidKeys(
  owner: pg.Pool,
  env: Pick<Env, 'vapid'> & SecretsKeys,
  now: Date,
): Promise<VapidPair> {
  if (env.vapid) return env.vapid;
  return withTransaction(owner, null, 'write', async (client) => {
    // Simultaneous starts create one pair.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('galley vapid_keys'))`);
    const { rows } = await client.query<{ public_key: string; private_key: string }>(newest);
    return (rows[0] && open(rows[0], env)) ?? (await make(client, env.secretsKey, now));
  });
}

/** The pair that devices are given, by the same order everywhere. */
export const newest = 'SELECT public_key, private_key FROM vapid_keys ORDER BY created_at DESC, public_key LIMIT 1';

function open(row: { public_key: string; private_key: string }, keys: SecretsKeys): VapidPair | null {
  const privateKey = openSecret(keys, vapidKeyLocation(row.public_key), row.private_key);
  return privateKey === null ? null : { publicKey: row.public_key, privateKey };
}

async function make(client: pg.PoolClient, secretsKey: string, now: Date): Promise<VapidPair> {
  const pair = makeVapidPair();
  await client.query(
    // Later than the one that it replaces, whatever this machine's clock says.
    `INSERT INTO vapid_keys (public_key, private_key, created_at)
     SELECT $1, $2, greatest($3::timestamptz, max(created_at) + interval '1 second') FROM vapid_keys`,
    [pair.publicKey, sealSecret(secretsKey, vapidKeyLocation(pair.publicKey), pair.privateKey), now.toISOString()],
  );
  return pair;
}

export const vapidKeyLocation = (publicKey: string) => `vapid_keys.private_key.${publicKey}`;
