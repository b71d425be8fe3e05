import { and, eq } from 'drizzle-orm';
import type { Channel } from '../../contract/channels/calls.ts';
import { channels } from '../db/schema/channels.ts';
import type { Env } from '../env.ts';
import type { Tx } from '../db/tx.ts';

export type ChannelRow = typeof channels.$inferSelect;

export async function findChannel(db: Tx, restaurantId: string, id: string): Promise<ChannelRow | null> {
  const [row] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.restaurant_id, restaurantId), eq(channels.id, id)));
  return row ?? null;
}

export async function findCalendar(db: Tx, restaurantId: string): Promise<ChannelRow | null> {
  const [row] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.restaurant_id, restaurantId), eq(channels.type, 'google_calendar')));
  return row ?? null;
}

/** A channel as its owner sees it, without its secrets. */
export function toChannel(
  { restaurant_id: _, token_sealed: __, updated_at: ___, is_routed: ____, sync_token: _____, ...row }: ChannelRow,
  { metaGraph, googleCalendar }: Pick<Env, 'metaGraph' | 'googleCalendar'>,
): Channel {
  const isWhatsapp = row.type === 'whatsapp';
  return {
    ...row,
    name: isWhatsapp ? (row.verified_name ?? `WhatsApp, ID …${(row.phone_no_id ?? '').slice(-4)}`) : 'Google Calendar',
    is_double: isWhatsapp ? metaGraph.isDouble : googleCalendar?.isDouble === true,
    needs_reauthorization:
      row.status_reason === 'access_revoked' || (!isWhatsapp && row.status_reason === 'token_unreadable'),
  };
}
