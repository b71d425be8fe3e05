import { createHmac } from 'node:crypto';
import type { BaseContext } from '../pipeline/handler.ts';
import { networkOf } from '../http/address.ts';

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
  | 'two_factor_wrong'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_unknown'
  | 'passkey_refused'
  | 'data_exported'
  | 'data_imported'
  | 'deletion_requested'
  | 'deletion_cancelled'
  | 'person_added'
  | 'pin_changed'
  | 'person_invited'
  | 'invitation_refused'
  | 'invitation_accepted'
  | 'person_changed'
  | 'person_removed'
  | 'person_left'
  | 'restaurant_entered'
  | 'restaurant_added'
  | 'session_revoked'
  | 'other_sessions_revoked';

/**
 * Logs an event of an account, one line per cause. Account and network are identified by keyed hashes: stable, but not reversible. `email`
 * null: the account is not known.
 */
export function noteAuth(
  c: Pick<BaseContext, 'env' | 'address' | 'note'>,
  event: Event,
  email: string | null,
  more: Record<string, string | number | boolean> = {},
): void {
  const keyedHash = (subject: string) =>
    createHmac('sha256', c.env.secretsKey).update(`log:${subject}`).digest('hex').slice(0, 12);
  c.note(`auth.${event}`, {
    ...(email !== null && { account: keyedHash(email) }),
    network: keyedHash(`network:${networkOf(c.address)}`),
    ...more,
  });
}
