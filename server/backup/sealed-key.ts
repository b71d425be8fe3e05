import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import type { SealedKey } from './manifest.ts';

// About a tenth of a second and 64 MB per guess.
const COST = { n: 65_536, r: 8, p: 1 };
const MOST_MEMORY = 256 * 1024 * 1024;
const TAG = 16;
const AAD = Buffer.from('galley backup secrets key');

export function sealKey(secretsKey: string, passphrase: string): SealedKey {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt, COST), iv).setAAD(AAD);
  const sealed = Buffer.concat([cipher.update(secretsKey, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    kdf: 'scrypt',
    ...COST,
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
    sealed: sealed.toString('base64url'),
  };
}

/** Null if the passphrase is wrong. */
export function openKey({ salt, iv, sealed, ...cost }: SealedKey, passphrase: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const key = deriveKey(passphrase, Buffer.from(salt, 'base64url'), cost);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(AAD)
    .setAuthTag(bytes.subarray(-TAG));
  try {
    return decipher.update(bytes.subarray(0, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // GCM reports a wrong key only by this error.
    return null;
  }
}

const deriveKey = (passphrase: string, salt: Buffer, { n, r, p }: typeof COST) =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: MOST_MEMORY });
