import type { SignedInDevice } from '../../../../../contract/settings/session-calls.ts';
import type { Result } from '../../../../api/send.ts';
import { useServerData, type ServerData } from '../../../../api/use-server-data.ts';
import { readDevices } from './requests.ts';
import { tellNewName } from '../../../../session/tell-name.ts';

/** The signed-in devices on the server. */
export const useDevices = (): ServerData<SignedInDevice[]> => useServerData(readAndTell);

async function readAndTell(signal: AbortSignal): Promise<Result<SignedInDevice[]>> {
  const found = await readDevices(signal);
  if (found.ok) tellNewName(found.data);
  return found;
}
