import type { Say } from '../../../api/failure-text.ts';
import { inMinutes } from '../../../lib/in-minutes.ts';

/** Why it failed, for the person at the tablet. */
export const sayAtTablet: Say = ({ kind, error }) => {
  if (kind === 'offline') return 'The server cannot be reached. The kitchen goes on; this needs internet.';
  if (error.code !== 'too_many') return null;
  return `Too many attempts. Try again ${inMinutes(error.retry_after_seconds ?? 60)}, or use the owner's password.`;
};
