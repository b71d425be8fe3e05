import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import type { SignedIn } from '../pipeline/handler.ts';

/** Does this session wait for its PIN? */
export function isLocked({ kitchenMode }: SignedIn, now: Date): boolean {
  return kitchenMode !== null && !(kitchenMode.unlockedUntil && kitchenMode.unlockedUntil > now);
}

/** How this session is limited, as the wire has it; null: it is not. */
export function kitchenModeOf({ kitchenMode }: SignedIn, now: Date): KitchenMode | null {
  if (!kitchenMode) return null;
  const { unlockedUntil } = kitchenMode;
  return { unlocked_until: unlockedUntil && unlockedUntil > now ? unlockedUntil.toISOString() : null };
}
