import { proxy, useSnapshot } from 'valtio';
import type { KitchenMode, PersonAtDevice, PinFor } from '../../contract/kitchen-mode/calls.ts';
import type { Role } from '../../contract/people/permissions.ts';
import { session, useSession, type SessionState } from './session.ts';

interface AtDevice {
  person: PersonAtDevice | null;
  /** When it locks if nobody touches it, epoch ms. */
  until: number;
  /** Of the session that it is about. */
  token: string | null;
}
const nobody = (): AtDevice => ({ person: null, until: 0, token: null });

/** Whose PIN opened this tab of a device in kitchen mode. In memory only: a reload locks. */
export const atDevice = proxy(nobody());

/** Takes over what the server says about this session. */
export function noteKitchenMode(mode: KitchenMode | null): void {
  session.kitchenMode = mode && { pinFor: mode.pin_for };
}

/** Nobody uses the device: the time is over, somebody locked it, or the server says so. */
export function lockKitchen(): void {
  Object.assign(atDevice, nobody());
}

type Device = Pick<SessionState, 'kitchenMode' | 'authToken'>;

/** Null: nobody's PIN was entered in this session. */
export const personAt = ({ kitchenMode, authToken }: Device, { person, token }: AtDevice): PersonAtDevice | null =>
  kitchenMode && token === authToken ? person : null;

const lockAt = (device: Device, at: AtDevice): PinFor | null =>
  device.kitchenMode && !personAt(device, at) ? (device.kitchenMode.pinFor ?? 'money') : null;

/** What a PIN would open now; null: nothing waits for one. */
export const lockNow = (): PinFor | null => lockAt(session, atDevice);

/** Whose permissions count: of who uses the device, else of the account. The server enforces them. */
export const roleNow = (): Role => personAt(session, atDevice)?.role ?? session.role;

// Hooks hand over what they depend on: the compiler keeps results by it.
export const useAtDevice = (): AtDevice => useSnapshot(atDevice) as AtDevice;
export const usePerson = (): PersonAtDevice | null => personAt(useSession(), useAtDevice());
export const useLock = (): PinFor | null => lockAt(useSession(), useAtDevice());

export function useRole(): Role {
  const { role } = useSession();
  return usePerson()?.role ?? role;
}
