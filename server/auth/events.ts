import { createHmac } from 'node:crypto';
import type { BaseContext } from '../handle.ts';

type Event =
  | 'registered'
  | 'login'
  | 'login_failed'
  | 'login_locked'
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
  | 'pin_locked';

/** Writes what happened to an account to the log. The account is named by a keyed hash: the same address gives the same mark, and cannot be read from it. */
export function noteAuth(
  c: BaseContext,
  event: Event,
  email: string,
  more: Record<string, string | number | boolean> = {},
): void {
  const account = createHmac('sha256', c.env.secretsKey).update(`log:${email}`).digest('hex').slice(0, 12);
  c.note(`auth.${event}`, { account, ...more });
}
