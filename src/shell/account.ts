import { user as getUser, type User } from '../../contract/auth.ts';
import type { Restaurant } from '../../contract/restaurant.ts';
import { send } from '../api/send.ts';
import { noteKitchenMode } from '../session/kitchen-mode.ts';
import { setAccount } from '../session/session.ts';

export type Refreshed = 'loaded' | 'ended' | 'unreachable';

/** Asks the server who is signed in. A 403 carries the account too: it leads to the step of onboarding that is missing. */
export async function refreshAccount(): Promise<Refreshed> {
  const result = await send(getUser, {});
  if (result.ok) {
    setAccount(result.data);
    // A server of the specification alone has no such mode.
    noteKitchenMode(result.data.kitchen_mode ?? null);
    return 'loaded';
  }
  if (result.kind === 'offline') return 'unreachable';
  if (result.status === 401) return 'ended';
  const { current } = result.error;
  if (result.status === 403 && isAccount(current)) {
    setAccount(current);
    return 'loaded';
  }
  return 'unreachable';
}

const isAccount = (value: unknown): value is { user: User; restaurant: Restaurant } =>
  typeof value === 'object' && value !== null && 'user' in value && 'restaurant' in value;
