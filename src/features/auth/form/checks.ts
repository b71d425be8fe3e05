import { plainDigits } from '../../../../contract/auth/phone.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../../../contract/limits.ts';

/** Validation for the sign-in pages: null, or a message that says how to fix the value. The server validates again. */
export const filled =
  (words: string) =>
  (value: string): string | null =>
    value.trim() === '' ? words : null;

export function email(value: string): string | null {
  const address = value.trim();
  if (address === '') return 'Enter your e-mail address';
  if (address.length > EMAIL_MAX) return 'This is too long for an address';
  return EMAIL.test(address) ? null : 'Enter a valid e-mail address, such as name@example.com';
}

export function newPassword(value: string): string | null {
  if (value.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters`;
  // Report it instead of limiting the field: a pasted password must not be saved truncated.
  return value.length > PASSWORD_MAX ? `Use at most ${PASSWORD_MAX} characters` : null;
}

export const sixDigits = (value: string): string | null =>
  /^\d{6}$/.test(value) ? null : 'Enter the six digits from the mail';

/** Empty is valid, because a phone number can wait. The length depends on the country, which the server checks. */
export function phone(value: string): string | null {
  const text = plainDigits(value).trim();
  if (text === '') return null;
  if (!/^\+?[\d\s()./-]+$/.test(text)) return 'Use digits, spaces and a leading +';
  return text.replaceAll(/\D/g, '').length < SHORTEST_PHONE ? 'Some digits are missing' : null;
}

/** Niue has four digits. */
const SHORTEST_PHONE = 4;

/** The contract's rule, for pages that load without the contract. */
const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
