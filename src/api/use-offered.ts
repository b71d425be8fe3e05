import type { Call } from '../../contract/call.ts';
import { useSession } from '../session/session.ts';
import { isOffered } from './offered.ts';

/** Why this cannot be done at all, for the text beside its disabled control. Null: this restaurant's server has the call. */
export function useNotOffered(call: Call): string | null {
  return isOffered(call, useSession()) ? null : notOfferedText;
}

export const notOfferedText = 'The server of this restaurant does not offer this.';
