import type { KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import type { SignedIn } from './handler.ts';

/** True if this session needs a PIN now. */
export const isLocked = (session: SignedIn, now: Date): boolean =>
  session.kitchenMode !== null && atDevice(session, now) === null;

/** The session's kitchen mode as sent to clients; null if it is not in it. */
export function kitchenModeOf(session: SignedIn, now: Date): KitchenMode | null {
  if (!session.kitchenMode) return null;
  const person = atDevice(session, now);
  return {
    pin_for: session.kitchenMode.pinFor,
    unlocked_until: person?.until?.toISOString() ?? null,
    person: person && { id: person.id, name: person.name, role: person.role },
  };
}

const atDevice = ({ person }: SignedIn, now: Date) => (person?.until && person.until <= now ? null : person);
