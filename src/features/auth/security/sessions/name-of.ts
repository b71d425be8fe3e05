import type { SignedInDevice } from '../../../../../contract/settings/session-calls.ts';
import { session } from '../../../../session/session.ts';

/** This device shows its new name before the server has it. */
export const nameOf = ({ device_name, is_current }: SignedInDevice): string =>
  (is_current ? session.deviceName : device_name) ?? 'Unknown device';
