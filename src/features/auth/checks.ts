import { PASSWORD_MIN } from '../../../contract/limits.ts';

/** Rules of the sign-in pages, in words that say how to mend it; null when nothing is wrong. The server has the last word. */
export const filled =
  (words: string) =>
  (value: string): string | null =>
    value.trim() === '' ? words : null;

export function email(value: string): string | null {
  if (value.trim() === '') return 'Enter your e-mail address';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'An address looks like name@example.com';
}

export function newPassword(value: string): string | null {
  return value.length < PASSWORD_MIN ? `Use at least ${PASSWORD_MIN} characters` : null;
}

/** Empty is fine: a phone number can wait. E.164 has 7 to 15 digits. */
export function phone(value: string): string | null {
  const text = value.trim();
  if (text === '') return null;
  if (!/^\+?[\d\s()./-]+$/.test(text)) return 'Use digits, spaces and a leading +';
  const digits = text.replaceAll(/\D/g, '').length;
  if (digits < 7) return 'Some digits are missing';
  return digits > 15 ? 'These are too many digits' : null;
}
