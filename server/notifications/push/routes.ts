import { and, desc, eq, inArray, ne, or, type SQL } from 'drizzle-orm';
import * as contract from '../../../contract/notifications/push-calls.ts';
import { push_subscriptions, vapid_keys } from '../../db/schema/push.ts';
import { limits } from '../../pipeline/limits.ts';
import { take } from '../../db/rate-limits.ts';
import { defineHandler, refuse, type BaseContext, type Handler } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { isLocked } from '../../pipeline/kitchen-lock.ts';
import { areBrowserKeys } from '../../integrations/push/encrypt.ts';
import { isPushEndpoint } from '../../integrations/push/endpoint.ts';

const DEVICES_MAX = 50;

const devices = defineHandler(contract.devices, async (c) => {
  const public_key = c.env.vapid?.publicKey ?? (await keptKey(c.db));
  if (!public_key) return refuse('unavailable', { retry_after_seconds: 5 });
  const found = await c.db
    .select(deviceColumns)
    .from(push_subscriptions)
    .where(eq(push_subscriptions.restaurant_id, c.restaurantId))
    .orderBy(desc(push_subscriptions.last_seen_at), push_subscriptions.device_id)
    .limit(DEVICES_MAX);
  return { public_key, devices: found };
});

const subscribe = defineHandler(contract.subscribe, async (c) => {
  const { endpoint, keys, device_name } = c.body;
  const device_id = c.body.device_id.toLowerCase();
  const wants = contract.pushTopics.filter((topic) => c.body.wants.includes(topic));
  if (!isPushEndpoint(endpoint, c.env.pushStandIns))
    return refuse('invalid_fields', { field_errors: { endpoint: 'Not the address of a known push service' } });
  if (!areBrowserKeys(keys)) return refuse('invalid_fields', { field_errors: { keys: 'Not the keys of a browser' } });
  const { tokenHash } = c.session;
  const isThisBrowser = eq(push_subscriptions.endpoint, endpoint);
  if (await isClosed(c, or(eq(push_subscriptions.device_id, device_id), isThisBrowser)!)) return refuse('pin_needed');
  const at = c.now.toISOString();
  // The same browser with another id: its storage was cleared. A locked tablet counts as one device, so that it cannot push out others.
  const isFormer = isLocked(c.session, c.now)
    ? or(isThisBrowser, eq(push_subscriptions.token_hash, tokenHash))
    : isThisBrowser;
  await c.db
    .delete(push_subscriptions)
    .where(
      and(eq(push_subscriptions.restaurant_id, c.restaurantId), isFormer, ne(push_subscriptions.device_id, device_id)),
    );
  const fields = { token_hash: tokenHash, endpoint, ...keys, device_name, wants, last_seen_at: at };
  await c.db
    .insert(push_subscriptions)
    .values({ restaurant_id: c.restaurantId, device_id, created_at: at, ...fields })
    .onConflictDoUpdate({ target: [push_subscriptions.restaurant_id, push_subscriptions.device_id], set: fields });
  await dropOldest(c.db, c.restaurantId);
  return { device_id, device_name, wants, last_seen_at: at };
});

const unsubscribe = defineHandler(contract.unsubscribe, async (c) => {
  if (await isClosed(c, eq(push_subscriptions.device_id, c.path.device_id))) return refuse('pin_needed');
  const gone = await c.db
    .delete(push_subscriptions)
    .where(ofDevice(c.restaurantId, c.path.device_id))
    .returning({ id: push_subscriptions.device_id });
  return gone.length > 0 ? { ok: true as const } : refuse('not_found');
});

const sendTest = defineHandler(contract.sendTest, async (c) => {
  if (await isClosed(c, eq(push_subscriptions.device_id, c.path.device_id))) return refuse('pin_needed');
  const exceeded = await take(c.accounts, limits.pushTests, c.session.tokenHash, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const [device] = await c.db
    .select({ id: push_subscriptions.device_id })
    .from(push_subscriptions)
    .where(ofDevice(c.restaurantId, c.path.device_id));
  if (!device) return refuse('not_found');
  await c.enqueue('push.test', { restaurant_id: c.restaurantId, device_id: device.id });
  return { ok: true as const };
});

export const routes: Handler[] = [devices, subscribe, unsubscribe, sendTest];

const deviceColumns = {
  device_id: push_subscriptions.device_id,
  device_name: push_subscriptions.device_name,
  wants: push_subscriptions.wants,
  last_seen_at: push_subscriptions.last_seen_at,
};

const ofDevice = (restaurantId: string, deviceId: string) =>
  and(eq(push_subscriptions.restaurant_id, restaurantId), eq(push_subscriptions.device_id, deviceId));

/** A locked tablet may only change its own row: it neither silences nor replaces the owner's phone. */
async function isClosed(c: BaseContext, which: SQL): Promise<boolean> {
  if (!isLocked(c.session, c.now)) return false;
  const [other] = await c.db
    .select({ id: push_subscriptions.device_id })
    .from(push_subscriptions)
    .where(
      and(
        eq(push_subscriptions.restaurant_id, c.restaurantId),
        ne(push_subscriptions.token_hash, c.session.tokenHash),
        which,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** The newest key, as in vapid-keys.ts. This role cannot read the private half. */
async function keptKey(db: Tx): Promise<string | null> {
  const [row] = await db
    .select({ key: vapid_keys.public_key })
    .from(vapid_keys)
    .orderBy(desc(vapid_keys.created_at), vapid_keys.public_key)
    .limit(1);
  return row?.key ?? null;
}

/** Bounds the list; a restaurant has a handful of tablets. */
async function dropOldest(db: Tx, restaurantId: string): Promise<void> {
  const surplus = await db
    .select({ id: push_subscriptions.device_id })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.restaurant_id, restaurantId))
    .orderBy(desc(push_subscriptions.last_seen_at), push_subscriptions.device_id)
    .offset(DEVICES_MAX);
  if (surplus.length === 0) return;
  await db.delete(push_subscriptions).where(
    and(
      eq(push_subscriptions.restaurant_id, restaurantId),
      inArray(
        push_subscriptions.device_id,
        surplus.map(({ id }) => id),
      ),
    ),
  );
}
