import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { session, type SessionState } from './session.ts';

type Mode = SessionState['kitchenMode'];

/** What the server says of this session. Its clock and this device's differ, so an opening that stands here keeps its own end. */
export function noteKitchenMode(mode: KitchenMode | null): void {
  session.kitchenMode = mode && {
    unlockedUntil: mode.unlocked_until === null ? 0 : (session.kitchenMode?.unlockedUntil ?? 0),
  };
}

/** Money and settings are closed from now on: the mode was turned on, somebody locked it, or the server says so. */
export function lockKitchen(): void {
  session.kitchenMode = { unlockedUntil: 0 };
}

/** The server took the PIN just now. */
export function unlockKitchen(now: number = Date.now()): void {
  session.kitchenMode = { unlockedUntil: now + UNLOCKED_MS };
}

/** Does the PIN keep money and settings closed at this moment? A clock that was set back opens nothing for longer. */
export function isLocked(mode: Mode, now: number = Date.now()): boolean {
  if (mode === null) return false;
  const left = mode.unlockedUntil - now;
  return left <= 0 || left > UNLOCKED_MS;
}
