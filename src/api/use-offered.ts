import { useSyncExternalStore } from 'react';
import type { Call } from '../../contract/call.ts';
import { isOffered, onApiNoted } from './offered.ts';

/** Why this cannot be done at all here, in words beside its disabled control. Null: the server of this restaurant has the call. */
export function useNotOffered(call: Call): string | null {
  const isThere = () => isOffered(call);
  return useSyncExternalStore(onApiNoted, isThere, isThere) ? null : notOffered;
}

const notOffered = 'The server of this restaurant does not offer this.';
