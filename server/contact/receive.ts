import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { sendMessage } from '../../contract/contact/calls.ts';
import { limitByAddress } from '../auth/limit-by-address.ts';
import { limits } from '../pipeline/limits.ts';
import { contact_messages } from '../db/schema/contact.ts';
import { defineHandler, type Handler } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';

const DAY_MS = 86_400_000;
const received = { is_received: true as const };

/** Stores a message to the operator and queues its mail, in one transaction. */
const keepMessage = defineHandler(sendMessage, async (c) => {
  const { name, email, message, website = '' } = c.body;
  // Only bots fill in the hidden field. The answer tells them nothing.
  if (website.trim() !== '') {
    c.note('contact.trapped');
    return received;
  }
  const restaurant_name = c.body.restaurant_name?.trim() || null;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([email, name, restaurant_name, message]))
    .digest('hex');
  await c.inAccounts(async ({ db, enqueue }) => {
    // A double tap, or a retry after a lost answer, waits here for the first.
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`);
    const dayAgo = new Date(c.now.getTime() - DAY_MS).toISOString();
    const [same] = await db
      .select({ at: contact_messages.created_at })
      .from(contact_messages)
      .where(and(eq(contact_messages.fingerprint, fingerprint), gt(contact_messages.created_at, dayAgo)))
      .limit(1);
    if (same) return;
    const id = newId(c.now);
    await db
      .insert(contact_messages)
      .values({ id, fingerprint, name, email, restaurant_name, message, created_at: c.now.toISOString() });
    await enqueue('mail.contact_message', { message_id: id });
  });
  return received;
});

export const receiving = limitByAddress(limits.contactByIp, keepMessage);

export const routes: Handler[] = [receiving];
