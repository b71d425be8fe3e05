import type pg from 'pg';
import { tokenLocation } from '../channels/token.ts';
import { totpLocation } from '../auth/totp.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { Env } from '../env.ts';
import { SettingsError } from './start-error.ts';
import { partnerSecretsLocation } from '../delivery-partners/secrets.ts';
import { gatewaySecretLocation } from '../payments/custom-gateway.ts';
import { vapidKeyLocation } from '../notifications/push/vapid-keys.ts';
import { replyLocation } from '../pipeline/stored-reply.ts';
import { keyIdIn, keyIdOf, openSecret, sealedUnder, sealSecret } from './secrets.ts';

type KeyEnv = Pick<Env, 'secretsKey' | 'previousSecretsKey' | 'isSecretsKeyLost'>;

/**
 * Re-encrypts every secret of the database with the current SECRETS_KEY, at each start. Throws if neither this key nor the previous one
 * fits some: continuing would lose them silently. If the operator declares their key lost, they are given up.
 */
export async function rotateSecrets(owner: pg.Pool, env: KeyEnv): Promise<{ moved: number; lost: number }> {
  return withTransaction(owner, null, 'write', async (client) => {
    // Simultaneous starts do it one after the other.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('galley secrets'))");
    const opened = (await readOthers(client, env)).map((secret) => ({
      ...secret,
      open: secret.isClear ? secret.sealed : openSecret(env, secret.location, secret.sealed),
    }));
    const lost = opened.filter(({ open }) => open === null);
    if (lost.length > 0 && !env.isSecretsKeyLost) throw wrongKey(lost, env);
    for (const { keep, location, open } of opened)
      await keep(open === null ? null : sealSecret(env.secretsKey, location, open));
    return { moved: opened.length - lost.length, lost: lost.length };
  });
}

interface Sealed {
  /** The place it is encrypted for. */
  location: string;
  sealed: string;
  /** True if it was not encrypted yet. */
  isClear?: boolean;
  /** Stores the result; null: it is lost. */
  keep(sealed: string | null): Promise<unknown>;
}

// Mutation keys are kept for ever. With "IS NOT NULL" PostgreSQL uses the partial index of replies that are not purged.
const HAS_TOKEN = "reply IS NOT NULL AND jsonb_typeof(reply) = 'object' AND reply ? 'token'";

/** Every secret in the database that is not encrypted with the current key. Add new columns with secrets here and below. */
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
  const gateways = await client.query<{ restaurant_id: string; id: string; secret_sealed: string }>(
    'SELECT restaurant_id, id, secret_sealed FROM payment_accounts WHERE secret_sealed NOT LIKE $1 FOR UPDATE',
    present,
  );
  const partners = await client.query<{ restaurant_id: string; id: string; secrets_sealed: string }>(
    'SELECT restaurant_id, id, secrets_sealed FROM delivery_partners WHERE secrets_sealed NOT LIKE $1 FOR UPDATE',
    present,
  );
  const totps = await client.query<{ id: string; totp_sealed: string }>(
    'SELECT id, totp_sealed FROM users WHERE totp_sealed NOT LIKE $1 FOR UPDATE',
    present,
  );
  // Replies from before encryption are treated like those of another key.
  const replies = await client.query<{ restaurant_id: string; key: string; token: string }>(
    `SELECT restaurant_id, key, reply->>'token' AS token FROM mutation_results
      WHERE ${HAS_TOKEN} AND reply->>'token' NOT LIKE $1 FOR UPDATE`,
    present,
  );
  return [
    ...replies.rows.map(({ restaurant_id, key, token }) => ({
      location: replyLocation({ restaurantId: restaurant_id, key }),
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
      location: vapidKeyLocation(public_key),
      sealed: private_key,
      keep: (sealed: string | null) =>
        sealed === null
          ? client.query('DELETE FROM vapid_keys WHERE public_key = $1', [public_key])
          : client.query('UPDATE vapid_keys SET private_key = $2 WHERE public_key = $1', [public_key, sealed]),
    })),
    ...totps.rows.map(({ id, totp_sealed }) => ({
      location: totpLocation(id),
      sealed: totp_sealed,
      // A lost secret leaves the recovery codes, so that the owner can sign in and set it up again.
      keep: (sealed: string | null) => client.query('UPDATE users SET totp_sealed = $2 WHERE id = $1', [id, sealed]),
    })),
    ...channels.rows.map(({ restaurant_id, id, token_sealed }) => ({
      location: tokenLocation({ restaurantId: restaurant_id, channelId: id }),
      sealed: token_sealed,
      // An empty one cannot be decrypted: the channel's check asks the owner to enter it again.
      keep: (sealed: string | null) =>
        client.query('UPDATE channels SET token_sealed = $3 WHERE restaurant_id = $1 AND id = $2', [
          restaurant_id,
          id,
          sealed ?? '',
        ]),
    })),
    ...partners.rows.map(({ restaurant_id, id, secrets_sealed }) => ({
      location: partnerSecretsLocation({ restaurantId: restaurant_id, id }),
      sealed: secrets_sealed,
      keep: (sealed: string | null) =>
        client.query(
          `UPDATE delivery_partners
              SET secrets_sealed = $3,
                  has_api_key = has_api_key AND $3::text IS NOT NULL,
                  has_webhook_secret = has_webhook_secret AND $3::text IS NOT NULL
            WHERE restaurant_id = $1 AND id = $2`,
          [restaurant_id, id, sealed],
        ),
    })),
    ...gateways.rows.map(({ restaurant_id, id, secret_sealed }) => ({
      location: gatewaySecretLocation({ restaurantId: restaurant_id, accountId: id }),
      sealed: secret_sealed,
      keep: (sealed: string | null) =>
        client.query(
          `UPDATE payment_accounts
              SET secret_sealed = $3,
                  status = CASE WHEN $3::text IS NULL THEN 'broken' ELSE status END,
                  reason = CASE WHEN $3::text IS NULL THEN 'Enter the secret key again: the server can no longer read it' ELSE reason END
            WHERE restaurant_id = $1 AND id = $2`,
          [restaurant_id, id, sealed],
        ),
    })),
  ];
}

/** Ids of the other keys with which secrets in the database are encrypted. */
export async function findOtherKeyIds(client: pg.ClientBase | pg.Pool, secretsKey: string): Promise<string[]> {
  const { rows } = await client.query<{ sealed: string }>(
    `SELECT DISTINCT substring(sealed FROM '^2\\.[0-9a-f]{8}\\.') AS sealed
       FROM (SELECT private_key AS sealed FROM vapid_keys
             UNION ALL SELECT token_sealed FROM channels
             UNION ALL SELECT secret_sealed FROM payment_accounts
             UNION ALL SELECT secrets_sealed FROM delivery_partners
             UNION ALL SELECT totp_sealed FROM users
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
      'SECRETS_KEY_PREVIOUS. If it is gone for good, set SECRETS_KEY_LOST=1 for one start: notifications, WhatsApp and custom payment gateways are then to be set up again.',
  );
}
