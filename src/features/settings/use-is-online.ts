import { useSyncState } from '../../sync/client.ts';

/** Can the server be reached, as far as this device knows? What needs it says so before it is pressed. */
export function useIsOnline(): boolean {
  return useSyncState()?.gate !== 'offline';
}
