import { and, desc, eq } from 'drizzle-orm';
import * as contract from '../../contract/channels/calls.ts';
import { limits, take } from '../auth/limits.ts';
import { channels } from '../db/schema.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { sealToken } from './token.ts';

/** A list that only grows is a fault; a restaurant has a number or two. */
const CHANNELS_MAX = 20;
const SHOWN_OF_TOKEN = 4;
/** Of a shorter token its last signs would say too much. */
const TOKEN_SHOWN_FROM = 17;

const list = defineHandler(contract.list, async (c) => {
  const rows = await c.db
    .select()
    .from(channels)
    .where(eq(channels.restaurant_id, c.restaurantId))
    .orderBy(desc(channels.created_at), desc(channels.id));
  return rows.map(shown);
});

/** The details are kept and then held against WhatsApp by a job: the network has no place in a transaction. */
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
    token_last4: token.length >= TOKEN_SHOWN_FROM ? token.slice(-SHOWN_OF_TOKEN) : '',
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
  c.note('channel.entered', { channel_id: id });
  return shown(row!);
});

const remove = defineHandler(contract.remove, async (c) => {
  const gone = await c.db
    .delete(channels)
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, c.path.id)))
    .returning({ id: channels.id });
  return gone.length > 0 ? { ok: true as const } : refuse('not_found');
});

export const routes: Handler[] = [list, add, remove];

type Row = typeof channels.$inferSelect;

/** Of another number. */
const nothingKnown = {
  display_phone_number: null,
  verified_name: null,
  quality_rating: null,
  checked_at: null,
  last_error_at: null,
  last_error_code: null,
};

/** The channel whose details are entered again: the one that was named, or that of the same number. Null: it is a new one. */
async function formerOf(
  c: BaseContext,
  phoneNoId: string,
  replaces: string | undefined,
): Promise<Row | null | Refusal> {
  const rows = await c.db.select().from(channels).where(eq(channels.restaurant_id, c.restaurantId));
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

const shown = ({ restaurant_id: _, token_sealed: __, updated_at: ___, ...row }: Row): contract.Channel => ({
  ...row,
  name: row.verified_name ?? `WhatsApp, ID …${row.phone_no_id.slice(-SHOWN_OF_TOKEN)}`,
});
