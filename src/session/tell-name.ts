import { rename, type SignedInDevice } from '../../contract/settings/session-calls.ts';
import { send } from '../api/send.ts';
import { session } from './session.ts';

/** Sends this device's name to the server. Without a network, `tellNewName` sends it when the list of devices is next shown. */
export function tellName(): void {
  void send(rename, { body: { device_name: session.deviceName } });
}

/** Sends the name if the server has an older one. */
export function tellNewName(devices: readonly SignedInDevice[]): void {
  if (devices.some((device) => device.is_current && device.device_name !== session.deviceName)) tellName();
}
