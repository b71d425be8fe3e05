import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import '../areas.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { openGatewaySecret, sealGatewaySecret } from '../payments/custom-gateway.ts';
import { openToken, sealToken } from '../channels/token.ts';
import { keepVapidKeys } from '../notifications/push/vapid-keys.ts';
import { findOtherKeyIds, rotateSecrets } from './rotate-secrets.ts';
import { placeOrder } from '../../contract/storefront/calls.ts';
import { keyIdOf } from '../platform/secrets.ts';
import { openReply, sealReply } from '../pipeline/stored-reply.ts';

const now = new Date('2026-11-20T18:30:00.000Z');
const [former, present] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const under = (secretsKey: string, previousSecretsKey: string | null = null, isSecretsKeyLost = false) => ({
  secretsKey,
  previousSecretsKey,
  isSecretsKeyLost,
  vapid: null,
});
const channel = { restaurantId: randomUUID(), channelId: randomUUID() };

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

let publicKey: string;
beforeEach(async () => {
  await db.owner.query('TRUNCATE vapid_keys, channels');
  ({ publicKey } = await keepVapidKeys(db.owner, under(former), now));
  await db.owner.query(
    `INSERT INTO channels (restaurant_id, id, type, status, phone_no_id, waba_id, token_sealed, token_last4, created_at, updated_at)
     VALUES ($1, $2, 'whatsapp', 'pending', '1', '2', $3, 'oken', now(), now())`,
    [channel.restaurantId, channel.channelId, sealToken(under(former), channel, 'a token')],
  );
});

async function readToken(keys: ReturnType<typeof under>): Promise<string | null> {
  const { rows } = await db.owner.query<{ token_sealed: string }>('SELECT token_sealed FROM channels');
  return openToken(keys, channel, rows[0]!.token_sealed);
}

test('a start with another secrets key moves or gives up the secrets of custom gateways', async () => {
  const key = { restaurantId: randomUUID(), accountId: randomUUID() };
  const read = async () => (await db.owner.query('SELECT secret_sealed, status FROM payment_accounts')).rows[0]!;
  await db.owner.query(
    `INSERT INTO payment_accounts (restaurant_id, id, provider, status, account, details, secret_sealed, mode, created_at, updated_at)
     VALUES ($1, $2::uuid, 'custom', 'verified', $2::text, '{}', $3, 'test', now(), now())`,
    [key.restaurantId, key.accountId, sealGatewaySecret(under(former), key, 'a secret')],
  );
  expect(await rotateSecrets(db.owner, under(present, former))).toEqual({ moved: 3, lost: 0 });
  expect(openGatewaySecret(under(present), key, (await read()).secret_sealed)).toBe('a secret');
  expect(await findOtherKeyIds(db.owner, 'c'.repeat(32))).toEqual([keyIdOf(present)]);
  await rotateSecrets(db.owner, under('c'.repeat(32), null, true));
  expect(await read()).toEqual({ secret_sealed: null, status: 'broken' });
  await db.owner.query('TRUNCATE payment_accounts');
});

describe('a start with another secrets key', () => {
  test('stops and names both keys if neither fits', async () => {
    await expect(rotateSecrets(db.owner, under(present))).rejects.toThrow(
      `2 of the database's secrets do not open with this key. They were encrypted under the key with the id ${keyIdOf(former)}; this one is ${keyIdOf(present)}`,
    );
    expect(await readToken(under(former))).toBe('a token');
  });

  test('re-encrypts every secret with the previous key at hand', async () => {
    expect(await rotateSecrets(db.owner, under(present, former))).toEqual({ moved: 2, lost: 0 });
    expect(await readToken(under(former))).toBeNull();
    // The previous key is not needed any more.
    expect(await rotateSecrets(db.owner, under(present))).toEqual({ moved: 0, lost: 0 });
    expect(await readToken(under(present))).toBe('a token');
    expect((await keepVapidKeys(db.owner, under(present), now)).publicKey).toBe(publicKey);
  });

  test('encrypts clear tokens of stored replies, and moves others', async () => {
    const place = { restaurantId: randomUUID(), key: randomUUID() };
    await db.owner.query(
      `INSERT INTO mutation_results (restaurant_id, key, client_id, request_hash, outcome, status, version, reply, at)
       VALUES ($1, $2, $3, '', 'applied', 200, 1, '{"token":"of an order","lines":[]}', now())`,
      [place.restaurantId, place.key, randomUUID()],
    );
    const stored = async () => (await db.owner.query('SELECT reply FROM mutation_results')).rows[0].reply as unknown;
    expect(await rotateSecrets(db.owner, under(former))).toEqual({ moved: 1, lost: 0 });
    expect(JSON.stringify(await stored())).not.toContain('of an order');
    expect(await rotateSecrets(db.owner, under(present, former))).toEqual({ moved: 3, lost: 0 });
    expect(await findOtherKeyIds(db.owner, present)).toEqual([]);
    expect(await findOtherKeyIds(db.owner, former)).toEqual([keyIdOf(present)]);
    await db.owner.query('UPDATE mutation_results SET reply = $1', [
      sealReply(placeOrder, under(former), place, { token: 'of an order', lines: [] }),
    ]);
    expect(await findOtherKeyIds(db.owner, present)).toEqual([keyIdOf(former)]);
    expect(await rotateSecrets(db.owner, under(present, former))).toEqual({ moved: 1, lost: 0 });
    const reply = openReply(placeOrder, under(present), place, await stored());
    expect(reply).toEqual({ token: 'of an order', lines: [] });
    await db.owner.query('DELETE FROM mutation_results');
  });

  test('decrypts secrets without a key id', async () => {
    await db.owner.query(
      "UPDATE vapid_keys SET private_key = regexp_replace(private_key, '^2\\.[0-9a-f]{8}\\.', '1.')",
    );
    expect(await rotateSecrets(db.owner, under(former))).toEqual({ moved: 1, lost: 0 });
    expect((await keepVapidKeys(db.owner, under(former), now)).publicKey).toBe(publicKey);
  });

  test('gives up secrets only if declared lost', async () => {
    expect(await rotateSecrets(db.owner, under(present, null, true))).toEqual({ moved: 0, lost: 2 });
    expect(await rotateSecrets(db.owner, under(present))).toEqual({ moved: 0, lost: 0 });
    expect(await readToken(under(present))).toBeNull();
    expect((await keepVapidKeys(db.owner, under(present), now)).publicKey).not.toBe(publicKey);
  });
});
