import { leave, type Leave } from '../../session/leave.ts';
import { session } from '../../session/session.ts';
import { startSync } from '../../sync/runtime/client.ts';

/** Logs out. A visit that begins on this page opens the local database first, because it may hold unsent changes. */
export async function leaveNow(): Promise<Leave> {
  if (session.authToken === null) return { kind: 'left' };
  if (session.user?.is_email_verified && session.restaurant?.is_profile_completed) startSync();
  return leave();
}
