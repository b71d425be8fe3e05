import { createHmac } from 'node:crypto';
import type { BaseContext } from '../pipeline/handler.ts';
import { networkOf } from './limits.ts';

type Event =
  | 'registered'
  | 'login'
  | 'login_failed'
  | 'verified'
  | 'code_wrong'
  | 'code_void'
  | 'too_many'
  | 'reset_asked'
  | 'password_reset'
  | 'password_changed'
  | 'link_refused'
  | 'provider_refused'
  | 'provider_linked'
  | 'provider_code_wrong'
  | 'logout'
  | 'kitchen_mode'
  | 'pin_right'
  | 'pin_wrong'
  | 'session_revoked'
  | 'other_sessions_revoked';

/**
 * Writes what happened to an account to the log: one line for one cause. The account and the network that asked are named by keyed hashes: the
 * same one gives the same mark, and cannot be read from it. `email` null: it is not known whose account it is about.
 */
export function noteAuth(
  c: Pick<BaseContext, 'env' | 'address' | 'note'>,
  event: Event,
  email: string | null,
  more: Record<string, string | number | boolean> = {},
): void {
  const mark = (subject: string) =>
    createHmac('sha256', c.env.secretsKey).update(`log:${subject}`).digest('hex').slice(0, 12);
  c.note(`auth.${event}`, {
    ...(email !== null && { account: mark(email) }),
    network: mark(`network:${networkOf(c.address)}`),
    ...more,
  });
}
