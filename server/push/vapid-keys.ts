import type pg from 'pg';
import type { Env } from '../env.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';
import { makeVapidPair, type VapidPair } from './vapid.ts';

/**
 * The pair of this installation: the settings' own, else the newest of the database, made at the first start. It has to stay the same: a
 * browser's subscription is bound to the key that it was made with. A pair that SECRETS_KEY does not open is as good as lost; the new one
 * that takes its place reaches each device at its next start.
 */
export async function keepVapidKeys(
  owner: pg.Pool,
  env: Pick<Env, 'vapid'> & SecretsKeys,
  now: Date,
): Promise<VapidPair> {
  if (env.vapid) return env.vapid;
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    // Processes that start together make one pair.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('galley vapid_keys'))`);
    const { rows } = await client.query<{ public_key: string; private_key: string }>(newest);
    const pair = (rows[0] && open(rows[0], env)) ?? (await make(client, env.secretsKey, now));
    await client.query('COMMIT');
    return pair;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The one that devices are given, by the same order everywhere. */
export const newest = 'SELECT public_key, private_key FROM vapid_keys ORDER BY created_at DESC, public_key LIMIT 1';

function open(row: { public_key: string; private_key: string }, keys: SecretsKeys): VapidPair | null {
  const privateKey = openSecret(keys, placeOfVapidKey(row.public_key), row.private_key);
  return privateKey === null ? null : { publicKey: row.public_key, privateKey };
}

async function make(client: pg.PoolClient, secretsKey: string, now: Date): Promise<VapidPair> {
  const pair = makeVapidPair();
  await client.query(
    // After the one that it replaces, whatever this machine's clock says.
    `INSERT INTO vapid_keys (public_key, private_key, created_at)
     SELECT $1, $2, greatest($3::timestamptz, max(created_at) + interval '1 second') FROM vapid_keys`,
    [pair.publicKey, sealSecret(secretsKey, placeOfVapidKey(pair.publicKey), pair.privateKey), now.toISOString()],
  );
  return pair;
}

export const placeOfVapidKey = (publicKey: string) => `vapid_keys.private_key.${publicKey}`;
