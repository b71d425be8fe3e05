import { and, count, desc, eq } from 'drizzle-orm';
import * as contract from '../../contract/channels.ts';
import { limits, take } from '../auth/limits.ts';
import { channels } from '../db/schema.ts';
import { handle, refuse, type BaseContext, type Handler } from '../handle.ts';
import { newId } from '../ids.ts';
import { sealToken } from './token.ts';

/** A list that only grows is a fault; a restaurant has a number or two. */
const CHANNELS_MAX = 20;
/** Of a shorter token the last four signs would say too much. */
const LAST = 16;

const list = handle(contract.list, async (c) => {
  const rows = await c.db
    .select()
    .from(channels)
    .where(eq(channels.restaurant_id, c.restaurantId))
    .orderBy(desc(channels.created_at), desc(channels.id));
  return rows.map(shown);
});

/** The details are kept and then held against WhatsApp by a job: the network has no place in a transaction. */
const add = handle(contract.add, async (c) => {
  const exceeded = await take(c.accounts, limits.channelEntries, c.restaurantId, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const { token, phone_no_id, waba_id } = c.body;
  const isOfNumber = and(eq(channels.restaurant_id, c.restaurantId), eq(channels.phone_no_id, phone_no_id));
  const [former] = await c.db.select().from(channels).where(isOfNumber);
  if (!former && (await isFull(c)))
    return refuse('invalid_fields', {
      field_errors: { phone_no_id: `There are ${CHANNELS_MAX} already: remove one first` },
    });
  const id = former?.id ?? newId(c.now);
  const at = c.now.toISOString();
  const entered = {
    status: 'pending' as const,
    status_reason: 'checking' as const,
    waba_id,
    token_sealed: sealToken(c.env, id, token),
    token_last4: token.length > LAST ? token.slice(-4) : '',
    updated_at: at,
  };
  const [row] = await c.db
    .insert(channels)
    .values({ restaurant_id: c.restaurantId, id, type: 'whatsapp', phone_no_id, created_at: at, ...entered })
    .onConflictDoUpdate({ target: [channels.restaurant_id, channels.phone_no_id], set: entered })
    .returning();
  await c.enqueue('whatsapp.check', { restaurant_id: c.restaurantId, channel_id: id });
  c.note('channel.entered', { channel_id: id });
  return shown(row!);
});

const remove = handle(contract.remove, async (c) => {
  const gone = await c.db
    .delete(channels)
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, c.path.id)))
    .returning({ id: channels.id });
  return gone.length > 0 ? { ok: true as const } : refuse('not_found');
});

export const routes: Handler[] = [list, add, remove];

type Row = typeof channels.$inferSelect;

const shown = ({ restaurant_id: _, token_sealed: __, updated_at: ___, ...row }: Row): contract.Channel => ({
  ...row,
  name: row.verified_name ?? 'WhatsApp',
});

async function isFull({ db, restaurantId }: BaseContext): Promise<boolean> {
  const [all] = await db.select({ n: count() }).from(channels).where(eq(channels.restaurant_id, restaurantId));
  return (all?.n ?? 0) >= CHANNELS_MAX;
}
