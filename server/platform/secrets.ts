import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keys that decrypt this installation's secrets; new ones are encrypted with `secretsKey`. */
export interface SecretsKeys {
  secretsKey: string;
  /** The previous key, while secrets are re-encrypted. */
  previousSecretsKey: string | null;
}

/**
 * Encrypts a secret: AES-256-GCM with a key derived from SECRETS_KEY, and that key's id. `place` names table, column and row; a secret
 * copied elsewhere cannot be decrypted.
 */
export function sealSecret(secretsKey: string, location: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretsKey), iv).setAAD(Buffer.from(location));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${sealedUnder(secretsKey)}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Null: it was encrypted with another key or for another place, or is damaged. */
export function openSecret(keys: SecretsKeys, location: string, kept: string): string | null {
  const parts = kept.split('.');
  // Format 1 had no key id.
  const [keyId, iv, sealed] = parts[0] === '1' ? [null, parts[1], parts[2]] : parts.slice(1);
  if ((parts[0] !== '1' && parts[0] !== '2') || !iv || !sealed) return null;
  for (const key of [keys.secretsKey, keys.previousSecretsKey])
    if (key !== null && (keyId === null || keyId === keyIdOf(key))) {
      const secret = open(key, location, iv, Buffer.from(sealed, 'base64url'));
      if (secret !== null) return secret;
    }
  return null;
}

/** Prefix of everything encrypted with this key. */
export const sealedUnder = (secretsKey: string): string => `2.${keyIdOf(secretsKey)}.`;

/** Identifies a key without revealing it. */
export const keyIdOf = (secretsKey: string): string =>
  createHmac('sha256', secretsKey).update('galley key id').digest('hex').slice(0, 8);

/** Id of the key that something was encrypted with; null in the format without one. */
export const keyIdIn = (kept: string): string | null => /^2\.([0-9a-f]{8})\./.exec(kept)?.[1] ?? null;

function open(secretsKey: string, location: string, iv: string, bytes: Buffer): string | null {
  if (bytes.length < TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretsKey), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(location))
    .setAuthTag(bytes.subarray(-TAG));
  try {
    return decipher.update(bytes.subarray(0, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // GCM reports a wrong key only by this error.
    return null;
  }
}

const TAG = 16;

const keyFor = (secretsKey: string) => Buffer.from(hkdfSync('sha256', secretsKey, '', 'galley secrets at rest', 32));
