import { rename, type SignedInDevice } from '../../../../contract/settings/session-calls.ts';
import { isOffered } from '../../../api/offered.ts';
import { send } from '../../../api/send.ts';
import { session } from '../../../session/session.ts';

/** Tells the server what this device is called. Without a network it stays untold until the list of devices is next seen (`tellNewName`). */
export function tellName(): void {
  if (isOffered(rename)) void send(rename, { body: { device_name: session.deviceName } });
}

/** The server has an older name of this device. */
export function tellNewName(devices: readonly SignedInDevice[]): void {
  if (devices.some((device) => device.is_current && device.device_name !== session.deviceName)) tellName();
}
