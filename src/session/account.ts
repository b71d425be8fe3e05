import { user as getUser, type User } from '../../contract/auth/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { send } from '../api/send.ts';
import { noteKitchenMode } from './kitchen-mode.ts';
import { session, setAccount } from './session.ts';

export type Refreshed = 'loaded' | 'ended' | 'incomplete' | 'unreachable';

/**
 * Asks the server who is signed in. A 403 means that the profile is not complete. It contains the account, from which the guard finds the
 * missing step; a firewall's 403 does not, and then only `incomplete` is known. Rejects only when `signal` is aborted.
 */
export async function refreshAccount(signal?: AbortSignal): Promise<Refreshed> {
  const { authToken } = session;
  const result = await send(getUser, {}, { ...(signal && { signal }) });
  if (!result.ok && result.status === 401) return 'ended';
  // Another restaurant was entered meanwhile: this is about the one before.
  if (session.authToken !== authToken) return 'unreachable';
  if (result.ok) {
    note(result.data);
    noteKitchenMode(result.data.kitchen_mode ?? null);
    return 'loaded';
  }
  if (result.kind === 'offline') return 'unreachable';
  const { current } = result.error;
  if (result.status !== 403) return 'unreachable';
  if (!isAccount(current)) return 'incomplete';
  note(current);
  return 'loaded';
}

type Account = { user: User; restaurant: Restaurant; role?: Role; has_other_restaurants?: boolean };

function note({ role = session.role, has_other_restaurants: hasOthers = false, ...account }: Account): void {
  setAccount(account);
  Object.assign(session, { role, hasOthers });
}

export const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'user' in value && 'restaurant' in value;
