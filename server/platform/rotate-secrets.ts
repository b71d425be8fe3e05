import type pg from 'pg';
import { placeOfToken } from '../channels/token.ts';
import { SettingsError, type Env } from '../env.ts';
import { placeOfVapidKey } from '../push/vapid-keys.ts';
import { placeOfReply } from '../sync/stored-reply.ts';
import { keyIdIn, keyIdOf, openSecret, sealedUnder, sealSecret } from './secrets.ts';

type KeyEnv = Pick<Env, 'secretsKey' | 'previousSecretsKey' | 'isSecretsKeyLost'>;

/**
 * Moves every secret of the database under the present SECRETS_KEY, at each start. Throws when there are some that neither this key nor the
 * previous one opens: going on would lose them without a word. Where the operator says that their key is lost, they are given up.
 */
export async function rotateSecrets(owner: pg.Pool, env: KeyEnv): Promise<{ moved: number; lost: number }> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    // Processes that start together do it one after the other.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('galley secrets'))");
    const opened = (await readOthers(client, env)).map((secret) => ({
      ...secret,
      open: secret.isClear ? secret.sealed : openSecret(env, secret.place, secret.sealed),
    }));
    const lost = opened.filter(({ open }) => open === null);
    if (lost.length > 0 && !env.isSecretsKeyLost) throw wrongKey(lost, env);
    for (const { keep, place, open } of opened)
      await keep(open === null ? null : sealSecret(env.secretsKey, place, open));
    await client.query('COMMIT');
    return { moved: opened.length - lost.length, lost: lost.length };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

interface Sealed {
  /** What it is sealed for. */
  place: string;
  sealed: string;
  /** It was not encrypted yet. */
  isClear?: boolean;
  /** Null: it is lost. */
  keep(sealed: string | null): Promise<unknown>;
}

// Mutation keys stay for ever. With "IS NOT NULL" PostgreSQL reads the partial index of those whose reply is not purged yet.
const HAS_TOKEN = "reply IS NOT NULL AND jsonb_typeof(reply) = 'object' AND reply ? 'token'";

/** Every secret that is in the database under another key than the present one. A new column of secrets belongs here and below. */
async function readOthers(client: pg.PoolClient, env: KeyEnv): Promise<Sealed[]> {
  const present = [`${sealedUnder(env.secretsKey)}%`];
  const pairs = await client.query<{ public_key: string; private_key: string }>(
    'SELECT public_key, private_key FROM vapid_keys WHERE private_key NOT LIKE $1',
    present,
  );
  const channels = await client.query<{ restaurant_id: string; id: string; token_sealed: string }>(
    "SELECT restaurant_id, id, token_sealed FROM channels WHERE token_sealed NOT LIKE $1 AND token_sealed <> '' FOR UPDATE",
    present,
  );
  // A reply of before this was encrypted is moved like one under another key.
  const replies = await client.query<{ restaurant_id: string; key: string; token: string }>(
    `SELECT restaurant_id, key, reply->>'token' AS token FROM mutation_results
      WHERE ${HAS_TOKEN} AND reply->>'token' NOT LIKE $1 FOR UPDATE`,
    present,
  );
  return [
    ...replies.rows.map(({ restaurant_id, key, token }) => ({
      place: placeOfReply({ restaurantId: restaurant_id, key }),
      sealed: token,
      isClear: keyIdIn(token) === null,
      keep: (sealed: string | null) =>
        client.query(
          `UPDATE mutation_results SET reply = CASE WHEN $3::text IS NULL THEN reply - 'token' ELSE jsonb_set(reply, '{token}', to_jsonb($3::text)) END
            WHERE restaurant_id = $1 AND key = $2`,
          [restaurant_id, key, sealed],
        ),
    })),
    ...pairs.rows.map(({ public_key, private_key }) => ({
      place: placeOfVapidKey(public_key),
      sealed: private_key,
      keep: (sealed: string | null) =>
        sealed === null
          ? client.query('DELETE FROM vapid_keys WHERE public_key = $1', [public_key])
          : client.query('UPDATE vapid_keys SET private_key = $2 WHERE public_key = $1', [public_key, sealed]),
    })),
    ...channels.rows.map(({ restaurant_id, id, token_sealed }) => ({
      place: placeOfToken({ restaurantId: restaurant_id, channelId: id }),
      sealed: token_sealed,
      // An empty one does not open: the channel's check asks the owner to enter it again.
      keep: (sealed: string | null) =>
        client.query('UPDATE channels SET token_sealed = $3 WHERE restaurant_id = $1 AND id = $2', [
          restaurant_id,
          id,
          sealed ?? '',
        ]),
    })),
  ];
}

/** The ids of keys, other than this one, under which the database holds secrets. */
export async function findOtherKeyIds(client: pg.ClientBase | pg.Pool, secretsKey: string): Promise<string[]> {
  const { rows } = await client.query<{ sealed: string }>(
    `SELECT DISTINCT substring(sealed FROM '^2\\.[0-9a-f]{8}\\.') AS sealed
       FROM (SELECT private_key AS sealed FROM vapid_keys
             UNION ALL SELECT token_sealed FROM channels
             UNION ALL SELECT reply->>'token' FROM mutation_results WHERE ${HAS_TOKEN}) AS secrets
      WHERE sealed LIKE '2.%' AND sealed NOT LIKE $1`,
    [`${sealedUnder(secretsKey)}%`],
  );
  return rows.map(({ sealed }) => keyIdIn(sealed) ?? 'unknown').toSorted();
}

function wrongKey(lost: Sealed[], env: KeyEnv): SettingsError {
  const ids = [...new Set(lost.map(({ sealed }) => keyIdIn(sealed) ?? 'unknown'))].join(', ');
  return new SettingsError(
    `SECRETS_KEY: ${lost.length} of the database's secrets do not open with this key. They were encrypted under the key with the id ${ids}; ` +
      `this one is ${keyIdOf(env.secretsKey)}. Set SECRETS_KEY (or secrets.key of the data folder) to that key, or, to change keys, ` +
      'SECRETS_KEY_PREVIOUS. If it is gone for good, set SECRETS_KEY_LOST=1 for one start: notifications and WhatsApp are then to be set up again.',
  );
}
