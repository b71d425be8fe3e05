import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { sameDigits } from '../../../contract/auth/phone.ts';
import { blankChat } from '../../../contract/chats/new-chat.ts';
import type { Chat } from '../../../contract/chats/calls.ts';
import { findChat } from '../../chats/store.ts';
import { findOrCreateCustomer, updateCustomer } from '../../customers/find-or-create.ts';
import { whatsapp_contacts } from '../../db/schema/channels.ts';
import { chats } from '../../db/schema/chats.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import type { WhatsappPerson } from './read-events.ts';

export type ContactContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue'>;
type ContactRow = typeof whatsapp_contacts.$inferSelect;

/** The chat of a person, found by user id, then by phone number; null: there is none yet. Notes what has changed about them. */
async function findContact(c: ContactContext, person: WhatsappPerson): Promise<ContactRow | null> {
  const byUser = person.user_id === null ? null : await find(c, eq(whatsapp_contacts.user_id, person.user_id));
  const byPhone = person.wa_id === null ? null : await findNumber(c, person.wa_id);
  // Another user id on a known number is another person: numbers are given away.
  const isOther = byPhone?.user_id != null && person.user_id !== null && byPhone.user_id !== person.user_id;
  const found = byUser ?? (isOther ? null : byPhone);
  if (byPhone && byPhone.id !== found?.id) await update(c, byPhone.id, { wa_id: null });
  if (!found) return null;
  const known = {
    user_id: person.user_id ?? found.user_id,
    wa_id: person.wa_id ?? found.wa_id,
    username: person.username ?? found.username,
  };
  if (known.user_id !== found.user_id || known.wa_id !== found.wa_id || known.username !== found.username)
    await update(c, found.id, known);
  return { ...found, ...known };
}

/** Somebody keeps their chat under a new user id or phone number. Null: they are not known here. */
export async function changeIdentity(
  c: ContactContext,
  previous: WhatsappPerson,
  next: Pick<WhatsappPerson, 'user_id' | 'wa_id'>,
): Promise<ContactRow | null> {
  const found = await findContact(c, previous);
  if (!found) return null;
  const fresh = { user_id: next.user_id ?? found.user_id, wa_id: next.wa_id ?? found.wa_id };
  // Whoever had the new one before does not have it any more.
  for (const which of [
    fresh.user_id === null ? null : eq(whatsapp_contacts.user_id, fresh.user_id),
    fresh.wa_id === null ? null : eq(whatsapp_contacts.wa_id, fresh.wa_id),
  ]) {
    const other = which && (await find(c, which));
    if (other && other.id !== found.id)
      await update(c, other.id, other.wa_id === fresh.wa_id ? { wa_id: null } : { user_id: null });
  }
  await update(c, found.id, fresh);
  return { ...found, ...fresh };
}

/** The person's chat over this channel, made if there is none. WhatsApp vouches for the number, so its customer is the one with it. */
export async function openContact(
  c: ContactContext,
  channelId: string,
  person: WhatsappPerson,
): Promise<{ contact: ContactRow; chat: Chat }> {
  const found = await findContact(c, person);
  const chat = found && (await findChat(c.db, c.restaurantId, found.chat_id));
  if (found && chat) {
    if (found.channel_id !== channelId) await update(c, found.id, { channel_id: channelId });
    return { contact: { ...found, channel_id: channelId }, chat };
  }
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const phone = person.wa_id === null ? null : `+${person.wa_id}`;
  const name = person.name ?? person.username ?? phone ?? 'WhatsApp customer';
  const customer = await findOrCreateCustomer(c, restaurant, { name, phone }, 'chat');
  const at = c.now.toISOString();
  const made = blankChat({
    id: newId(c.now),
    version: await c.bump(),
    created_at: at,
    updated_by: { kind: 'customer', id: customer.id, name: customer.name },
    customer_id: customer.id,
    customer_name: customer.name,
    last_message_at: at,
    channel_type: 'whatsapp',
  });
  await c.db.insert(chats).values({ ...made, restaurant_id: c.restaurantId });
  if (customer.chat_id === null)
    await updateCustomer(c.db, c.restaurantId, customer.id, {
      chat_id: made.id,
      version: await c.bump(),
      updated_at: at,
    });
  const links = { channel_id: channelId, customer_id: customer.id, chat_id: made.id, updated_at: at };
  if (found) {
    // Its chat was deleted.
    await update(c, found.id, links);
    return { contact: { ...found, ...links }, chat: made };
  }
  const contact: ContactRow = {
    restaurant_id: c.restaurantId,
    id: newId(c.now),
    user_id: person.user_id,
    wa_id: person.wa_id,
    username: person.username,
    created_at: at,
    ...links,
  };
  await c.db.insert(whatsapp_contacts).values(contact);
  return { contact, chat: made };
}

/**
 * Forgets who a customer is at WhatsApp, and what their events said. The events' keys stay, so that a copy is still known; one that is not
 * applied yet is a message after all this.
 */
export async function forgetContacts(c: Pick<BaseContext, 'db' | 'restaurantId'>, customerId: string): Promise<void> {
  const forgotten = await c.db
    .delete(whatsapp_contacts)
    .where(and(eq(whatsapp_contacts.restaurant_id, c.restaurantId), eq(whatsapp_contacts.customer_id, customerId)))
    .returning();
  const ids = forgotten.flatMap(({ user_id, wa_id }) => [user_id, wa_id].filter((id) => id !== null));
  if (ids.length === 0) return;
  await c.db.execute(sql`
    UPDATE whatsapp_events SET event = '{}'
     WHERE restaurant_id = ${c.restaurantId} AND processed_at IS NOT NULL
       AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS i(id) WHERE position(i.id IN event::text) > 0)`);
}

/** WhatsApp may write one number in two ways: with Brazil's ninth digit, and without it. */
const findNumber = async (c: ContactContext, waId: string): Promise<ContactRow | null> =>
  (await find(c, eq(whatsapp_contacts.wa_id, waId))) ?? find(c, inArray(whatsapp_contacts.wa_id, sameDigits(waId)));

async function find({ db, restaurantId }: ContactContext, which: SQL): Promise<ContactRow | null> {
  const [row] = await db
    .select()
    .from(whatsapp_contacts)
    .where(and(eq(whatsapp_contacts.restaurant_id, restaurantId), which))
    .limit(1);
  return row ?? null;
}

async function update(c: ContactContext, id: string, fields: Partial<ContactRow>): Promise<void> {
  await c.db
    .update(whatsapp_contacts)
    .set({ updated_at: c.now.toISOString(), ...fields })
    .where(and(eq(whatsapp_contacts.restaurant_id, c.restaurantId), eq(whatsapp_contacts.id, id)));
}
