import { and, desc, eq } from 'drizzle-orm';
import * as contract from '../../contract/channels/calls.ts';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';
import { channels } from '../db/schema/channels.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { newId } from '../platform/ids.ts';
import { updateRestaurant } from '../restaurants/store.ts';
import { answerSaved, saveChanges } from '../restaurants/save-changes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { findChannel, toChannel, type ChannelRow } from './store.ts';
import { sealToken } from './token.ts';

/** Bounds the list; a restaurant has a number or two. */
const CHANNELS_MAX = 20;
/** The last characters of a shorter token would reveal too much. */
const TOKEN_SHOWN_FROM = 17;

const list = defineHandler(contract.list, async (c) => {
  const rows = await c.db
    .select()
    .from(channels)
    .where(eq(channels.restaurant_id, c.restaurantId))
    .orderBy(desc(channels.created_at), desc(channels.id));
  return rows.map((row) => toChannel(row, c.env));
});

/** Stores the details; a job checks them with WhatsApp, since a transaction must not wait for the network. */
const add = defineHandler(contract.add, async (c) => {
  const exceeded = await take(c.accounts, limits.channelEntries, c.restaurantId, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const { token, phone_no_id, waba_id, replaces } = c.body;
  const former = await formerOf(c, phone_no_id, replaces);
  if (former instanceof Refusal) return former;
  const id = former?.id ?? newId(c.now);
  const at = c.now.toISOString();
  const entered = {
    status: 'pending' as const,
    status_reason: 'checking' as const,
    phone_no_id,
    waba_id,
    token_sealed: sealToken(c.env, { restaurantId: c.restaurantId, channelId: id }, token),
    token_last4: token.length >= TOKEN_SHOWN_FROM ? token.slice(-4) : '',
    updated_at: at,
    ...(former?.phone_no_id !== phone_no_id && nothingKnown),
  };
  const [row] = former
    ? await c.db
        .update(channels)
        .set(entered)
        .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, id)))
        .returning()
    : await c.db
        .insert(channels)
        .values({ restaurant_id: c.restaurantId, id, type: 'whatsapp', created_at: at, ...entered })
        .returning();
  await c.enqueue('whatsapp.check', { restaurant_id: c.restaurantId, channel_id: id });
  if (former?.status === 'paused') await resendRestaurant(c);
  c.note('channel.entered', { channel_id: id });
  return toChannel(row!, c.env);
});

const remove = defineHandler(contract.remove, async (c) => {
  const gone = await c.db
    .delete(channels)
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, c.path.id)))
    .returning({ id: channels.id, status: channels.status });
  if (gone[0]?.status === 'paused') await resendRestaurant(c);
  return gone.length > 0 ? { ok: true as const } : refuse('not_found');
});

const setStatus = defineHandler(contract.setStatus, async (c) => {
  const id = c.path.id.toLowerCase();
  const before = await findChannel(c.db, c.restaurantId, id);
  if (!before) return refuse('not_found');
  if (before.status !== 'connected' && before.status !== 'paused')
    return refuse('channel_not_ready', { current: toChannel(before, c.env) });
  const saved = await saveChanges(c, {
    body: c.body,
    changesOf: () => [['status', `channels.${id}`, c.body.status]],
  });
  if (saved instanceof Refusal) return saved;
  // A later change may stand.
  const isPaused = saved.restaurant.settings!.paused_channel_ids.includes(id);
  const [row] = await c.db
    .update(channels)
    .set({ status: isPaused ? 'paused' : 'connected', updated_at: c.now.toISOString() })
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, id)))
    .returning();
  if (row!.type === 'google_calendar' && !isPaused) await c.enqueue('calendar.fill', { restaurant_id: c.restaurantId });
  return answerSaved(toChannel(row!, c.env), saved);
});

export const channelRoutes = (services: Services): Handler[] => [
  list,
  add,
  remove,
  setStatus,
  ...calendarRoutes(services),
];

/** Devices have the paused channels with the restaurant's row. */
const resendRestaurant = async (c: BaseContext) => updateRestaurant(c.db, c.restaurantId, { version: await c.bump() });

/** Values for another number. */
const nothingKnown = {
  display_phone_number: null,
  verified_name: null,
  quality_rating: null,
  templates: [],
  is_routed: false,
  checked_at: null,
  last_event_at: null,
  last_error_at: null,
  last_error_code: null,
};

/** The channel whose details are entered again: the named one, or that of the same number. Null: a new one. */
async function formerOf(
  c: BaseContext,
  phoneNoId: string,
  replaces: string | undefined,
): Promise<ChannelRow | null | Refusal> {
  const rows = await c.db
    .select()
    .from(channels)
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.type, 'whatsapp')));
  const same = rows.find((row) => row.phone_no_id === phoneNoId);
  const named = rows.find((row) => row.id === replaces?.toLowerCase());
  if (replaces !== undefined && !named) return refuse('not_found');
  if (named && same && named.id !== same.id)
    return refuse('invalid_fields', { field_errors: { phone_no_id: 'This number has been entered already' } });
  if (!named && !same && rows.length >= CHANNELS_MAX)
    return refuse('invalid_fields', {
      field_errors: { phone_no_id: `There are ${CHANNELS_MAX} already: remove one first` },
    });
  return named ?? same ?? null;
}
