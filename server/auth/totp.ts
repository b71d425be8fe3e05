import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** Of half-minutes: clocks of telephones differ. */
const TOLERANCE = 1;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Where the secret of an account is encrypted for. */
export const totpLocation = (userId: string): string => `users.totp_sealed ${userId}`;

/** A new secret as authenticator apps take it: 160 bits in base 32. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** The code of one half-minute (RFC 6238 with SHA-1, which all apps know). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const value = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fff_ffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The half-minute whose code this is, later than `after`; null: none. */
export function stepOf(secret: string, code: string, { now, after }: { now: Date; after: number }): number | null {
  const typed = Buffer.from(code.replaceAll(/\s/g, ''));
  const current = Math.floor(now.getTime() / STEP_MS);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    const right = Buffer.from(codeOf(secret, step));
    if (step > after && typed.length === right.length && timingSafeEqual(typed, right)) return step;
  }
  return null;
}

/** Ten codes of 50 bits, each for one sign-in without the app: "abcde-fghij". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const text = toBase32(randomBytes(7)).slice(0, 10).toLowerCase();
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });

/** Random enough for a plain hash. */
export const recoveryHash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest('hex');

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
