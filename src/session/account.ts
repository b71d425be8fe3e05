import { user as getUser, type User } from '../../contract/auth/calls.ts';
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
  const result = await send(getUser, {}, { ...(signal && { signal }) });
  if (result.ok) {
    setAccount(result.data);
    session.role = result.data.role;
    session.hasOthers = result.data.has_other_restaurants;
    noteKitchenMode(result.data.kitchen_mode ?? null);
    return 'loaded';
  }
  if (result.kind === 'offline') return 'unreachable';
  if (result.status === 401) return 'ended';
  const { current } = result.error;
  if (result.status !== 403) return 'unreachable';
  if (!isAccount(current)) return 'incomplete';
  setAccount(current);
  session.hasOthers = current.has_other_restaurants ?? false;
  return 'loaded';
}

type Account = { user: User; restaurant: Restaurant; has_other_restaurants?: boolean };

export const isAccount = (value: unknown): value is Account =>
  typeof value === 'object' && value !== null && 'user' in value && 'restaurant' in value;
