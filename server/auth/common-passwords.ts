import { readFileSync } from 'node:fs';

/** Would a guesser try this among the first few thousand? Case does not count, nor do digits and signs at the end ("Password1!"). */
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
