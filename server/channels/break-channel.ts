import { and, eq, ne } from 'drizzle-orm';
import type { ChannelReason } from '../../contract/channels/calls.ts';
import { channels } from '../db/schema/channels.ts';
import { notify } from '../notifications/notify.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';

interface BreakContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
  enqueue: Enqueue;
}

/** The service no longer serves this channel: notes why, and notifies the restaurant once. */
export async function breakChannel(
  c: BreakContext,
  channelId: string,
  { reason, code }: { reason: ChannelReason; code: string | null },
): Promise<void> {
  const at = c.now.toISOString();
  const [broken] = await c.db
    .update(channels)
    .set({ status: 'error', status_reason: reason, last_error_at: at, last_error_code: code, updated_at: at })
    .where(and(eq(channels.restaurant_id, c.restaurantId), eq(channels.id, channelId), ne(channels.status, 'error')))
    .returning();
  if (!broken) return;
  const isCalendar = broken.type === 'google_calendar';
  await notify(c, {
    type: isCalendar ? 'calendar_disconnected' : 'channel_error',
    title: isCalendar ? 'Google Calendar is disconnected' : 'WhatsApp does not work',
    body: isCalendar
      ? 'Google no longer accepts the access. Connect the calendar again.'
      : 'Messages are not sent or received until you put it right under Channels.',
    severity: 'urgent',
    url: '/restaurant/channels',
    group_key: `channel:${channelId}`,
  });
}
