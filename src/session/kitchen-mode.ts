import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { session, type SessionState } from './session.ts';

type Mode = SessionState['kitchenMode'];

/**
 * Takes over what the server says about this session. Its clock and this device's differ, so an unlocked device keeps its own end
 * time.
 */
export function noteKitchenMode(mode: KitchenMode | null): void {
  session.kitchenMode = mode && {
    unlockedUntil: mode.unlocked_until === null ? 0 : (session.kitchenMode?.unlockedUntil ?? 0),
  };
}

/** Locks money and settings: the mode was turned on, somebody locked it, or the server says so. */
export function lockKitchen(): void {
  session.kitchenMode = { unlockedUntil: 0 };
}

/** The server has just accepted the PIN. */
export function unlockKitchen(now: number = Date.now()): void {
  session.kitchenMode = { unlockedUntil: now + UNLOCKED_MS };
}

/** Whether the PIN protects money and settings now. Setting the clock back does not extend an unlock. */
export function isLocked(mode: Mode, now: number = Date.now()): boolean {
  if (mode === null) return false;
  const left = mode.unlockedUntil - now;
  return left <= 0 || left > UNLOCKED_MS;
}
