import { findUser } from './accounts.ts';
import { provePassword } from './prove-password.ts';
import { Refusal, refuse, type BaseContext } from '../pipeline/handler.ts';

/**
 * Null: the password is right. Attempts count like those of a sign-in. An account that signs in through a provider has no password and
 * must set one first.
 */
export async function proveOwner(c: BaseContext, password: string): Promise<Refusal | null> {
  const user = await findUser(c.accounts, c.user.email);
  if (user && user.password_hash === null) return refuse('password_not_set');
  const proved = await provePassword(c, c.user.email, password);
  return proved instanceof Refusal ? proved : null;
}
