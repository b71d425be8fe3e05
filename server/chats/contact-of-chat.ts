import { and, eq } from 'drizzle-orm';
import { whatsapp_contacts } from '../db/schema/channels.ts';
import type { Tx } from '../db/tx.ts';

/** Whom a chat over WhatsApp is with. */
export async function contactOfChat(
  db: Tx,
  restaurantId: string,
  chatId: string,
): Promise<typeof whatsapp_contacts.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(whatsapp_contacts)
    .where(and(eq(whatsapp_contacts.restaurant_id, restaurantId), eq(whatsapp_contacts.chat_id, chatId)))
    .limit(1);
  return row ?? null;
}
