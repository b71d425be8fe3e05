import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword } from './common-passwords.ts';

// argon2id (the library's default) with OWASP's smallest setting; about 12 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), COST);

/** Does the same work for a missing account (null), so that timing reveals nothing. */
export async function isPasswordOf(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(storedHash ?? (await nobodysHash), normalize(password));
  return isRight && storedHash !== null;
}

/**
 * Why a new password is refused, or null. The contract checks its length; this checks what attackers try first: common passwords, and what
 * is known about this account.
 */
export function refusedPassword(password: string, known: { email: string; restaurantName: string }): string | null {
  const plain = foldCase(password);
  if (isCommonPassword(password)) return 'This is one of the commonest passwords; choose another';
  if (plain === foldCase(known.email) || plain === foldCase(known.email.split('@')[0]!))
    return 'Choose a password that is not the e-mail address';
  if (plain === foldCase(known.restaurantName)) return "Choose a password that is not the restaurant's name";
  return null;
}

const nobodysHash = hashPassword(crypto.randomUUID());

/** Normalises Unicode, because keyboards compose the same letters differently. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

const foldCase = (text: string) =>
  normalize(text)
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, '');
