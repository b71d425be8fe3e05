import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword } from './common-passwords.ts';

// argon2id (the library's default variant) with OWASP's smallest setting; about 12 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(spell(password), COST);

/** Does the same work when there is no such account (null), so that the time tells nothing. */
export async function isPasswordOf(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(storedHash ?? (await nobodysHash), spell(password));
  return isRight && storedHash !== null;
}

/**
 * What is wrong with a new password, or null. Length is the contract's; here stands what a guesser tries first: the commonest passwords,
 * and what everybody knows about this account.
 */
export function refusedPassword(password: string, known: { email: string; restaurantName: string }): string | null {
  const plain = fold(password);
  if (isCommonPassword(password)) return 'This is one of the commonest passwords; choose another';
  if (plain === fold(known.email) || plain === fold(known.email.split('@')[0]!))
    return 'Choose a password that is not the e-mail address';
  if (plain === fold(known.restaurantName)) return "Choose a password that is not the restaurant's name";
  return null;
}

const nobodysHash = hashPassword(crypto.randomUUID());

/** The same letters typed on another keyboard may be composed otherwise. */
function spell(password: string): string {
  return password.normalize('NFKC');
}

const fold = (text: string) =>
  spell(text)
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, '');
