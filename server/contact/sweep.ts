import type pg from 'pg';
import { CONTACT_RETENTION_DAYS } from '../../contract/contact/calls.ts';

/** Deletes old messages of the contact form, as the privacy policy says. Any process may do it at any time. */
export async function sweepContact(owner: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - CONTACT_RETENTION_DAYS * 86_400_000).toISOString();
  await owner.query('DELETE FROM contact_messages WHERE created_at <= $1', [before]);
}
