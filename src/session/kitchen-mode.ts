import { proxy, useSnapshot } from 'valtio';
import type { KitchenMode, PersonAtDevice, PinFor } from '../../contract/kitchen-mode/calls.ts';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import type { Role } from '../../contract/people/permissions.ts';
import type { Sign } from '../data/store.ts';
import { session, useSession, type SessionState } from './session.ts';

interface AtDevice {
  person: PersonAtDevice | null;
  /** Epoch ms: if nobody touches it. */
  until: number;
  /** Of the session that it is about. */
  token: string | null;
}
const nobody = (): AtDevice => ({ person: null, until: 0, token: null });

/** Whose PIN opened this tab of a device in kitchen mode. In memory only: a reload locks. */
const atDevice = proxy(nobody());
let signer: Sign = () => null;

/** Takes over what the server says about this session. */
export function noteKitchenMode(mode: KitchenMode | null): void {
  session.kitchenMode = mode && { pinFor: mode.pin_for };
}

/** Nobody uses the device: the time is over, somebody locked it, or the server says so. */
export function lockKitchen(): void {
  Object.assign(atDevice, nobody());
}

/** The PIN of this person was right. `sign`: for what they do from now on. */
export function unlockKitchen(person: PersonAtDevice, sign: Sign, now: number = Date.now()): void {
  signer = sign;
  Object.assign(atDevice, { person, until: now + UNLOCKED_MS, token: session.authToken });
}

/** Somebody touched the device. */
export function stayUnlocked(now: number = Date.now()): void {
  if (atDevice.person) atDevice.until = now + UNLOCKED_MS;
}

type Device = Pick<SessionState, 'kitchenMode' | 'authToken'>;

/** Setting the clock back does not extend an unlock. */
function personAt({ kitchenMode, authToken }: Device, now: number): PersonAtDevice | null {
  const { person, until, token } = atDevice;
  const isOpen = kitchenMode !== null && token === authToken && until > now && until - now <= UNLOCKED_MS;
  return isOpen ? person : null;
}

/** What a PIN would open now; null: nothing waits for one. */
export function lockOf(device: Device, now: number = Date.now()): PinFor | null {
  const { kitchenMode } = device;
  return kitchenMode && !personAt(device, now) ? (kitchenMode.pinFor ?? 'money') : null;
}

/** What is done now, signed by who uses the device; null: done as the account. */
export const signNow: Sign = (done) => (personAt(session, Date.now()) ? signer(done) : null);

/** Whose permissions count: of who uses the device, else of the account. The server enforces them. */
export const roleNow = (): Role => personAt(session, Date.now())?.role ?? session.role;

export function usePerson(): PersonAtDevice | null {
  useSnapshot(atDevice);
  return personAt(useSession(), Date.now());
}

export function useLock(): PinFor | null {
  useSnapshot(atDevice);
  return lockOf(useSession());
}

export function useRole(): Role {
  const { role } = useSession();
  return usePerson()?.role ?? role;
}

/** When the device locks, epoch ms; 0: it is locked, or not in kitchen mode. */
export const useUnlockedUntil = (): number => useSnapshot(atDevice).until;
