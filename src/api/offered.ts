import type { Call } from '../../contract/call.ts';
import { session } from '../session/session.ts';

/** Whether the server has the call. `isPlainApi`: what the caller already knows about the session. */
export const isOffered = ({ options }: Call, { isPlainApi }: { isPlainApi: boolean } = session): boolean =>
  !(isPlainApi && options.addition);
