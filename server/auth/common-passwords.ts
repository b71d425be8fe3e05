import { readFileSync } from 'node:fs';

/** True if the password is among the few thousand most common ones, ignoring case and trailing digits and symbols ("Password1!"). */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const stem = plain.replace(/[\d\W_]+$/, '');
  return common.has(plain) || common.has(stem) || /^(.{1,3})\1+$/.test(plain);
}

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);
