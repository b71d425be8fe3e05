import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { limits } from '../pipeline/limits.ts';
import { giveBack, take } from '../db/rate-limits.ts';

/**
 * Sends one mail about one thing to one person, even if its job runs again: the mail is claimed and the claim committed before it is sent.
 * A mail that the mail server refuses is claimed anew by the next try. If the process dies between the claim and the mail, nobody gets it:
 * rather none than two.
 */
export async function sendOnce(owner: pg.Pool, subject: string, now: Date, send: () => Promise<void>): Promise<void> {
  const db = drizzle(owner);
  if (await take(db, limits.oneMail, subject, now)) return;
  try {
    await send();
  } catch (error) {
    await giveBack(db, limits.oneMail, subject);
    throw error;
  }
}
