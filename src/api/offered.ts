import type { Call } from '../../contract/call.ts';
import { session } from '../session/session.ts';

/** What the server does not have is not asked of it. `isPlainApi`: what the caller has read of the session already. */
export const isOffered = ({ options }: Call, { isPlainApi }: { isPlainApi: boolean } = session): boolean =>
  !(isPlainApi && options.addition);
