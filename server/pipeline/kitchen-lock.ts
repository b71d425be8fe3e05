import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import type { SignedIn } from './handler.ts';

/** True if this session needs its PIN now. */
export function isLocked({ kitchenMode }: SignedIn, now: Date): boolean {
  return kitchenMode !== null && !(kitchenMode.unlockedUntil && kitchenMode.unlockedUntil > now);
}

/** The session's kitchen mode as sent to clients; null if it is not limited. */
export function kitchenModeOf({ kitchenMode }: SignedIn, now: Date): KitchenMode | null {
  if (!kitchenMode) return null;
  const { unlockedUntil } = kitchenMode;
  return { unlocked_until: unlockedUntil && unlockedUntil > now ? unlockedUntil.toISOString() : null };
}
