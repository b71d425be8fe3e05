import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What opens this installation's secrets; new ones are encrypted under `secretsKey`. */
export interface SecretsKeys {
  secretsKey: string;
  /** The key before the present one, while secrets are moved to it. */
  previousSecretsKey: string | null;
}

/**
 * A secret as it is kept at rest: AES-256-GCM under a key made from SECRETS_KEY, with that key's id. `place` names where it stands (table,
 * column, row), and a secret that is moved elsewhere does not open.
 */
export function sealSecret(secretsKey: string, place: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretsKey), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${sealedUnder(secretsKey)}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Null: it was sealed under another key or for another place, or is damaged. */
export function openSecret(keys: SecretsKeys, place: string, kept: string): string | null {
  const parts = kept.split('.');
  // Format 1 had no key id.
  const [keyId, iv, sealed] = parts[0] === '1' ? [null, parts[1], parts[2]] : parts.slice(1);
  if ((parts[0] !== '1' && parts[0] !== '2') || !iv || !sealed) return null;
  for (const key of [keys.secretsKey, keys.previousSecretsKey])
    if (key !== null && (keyId === null || keyId === keyIdOf(key))) {
      const secret = open(key, place, iv, Buffer.from(sealed, 'base64url'));
      if (secret !== null) return secret;
    }
  return null;
}

/** What everything begins with that is sealed under this key. */
export const sealedUnder = (secretsKey: string): string => `2.${keyIdOf(secretsKey)}.`;

/** Names a key without telling anything of it. */
export const keyIdOf = (secretsKey: string): string =>
  createHmac('sha256', secretsKey).update('galley key id').digest('hex').slice(0, 8);

/** The id of the key that something was sealed under; null in the format that had none. */
export const keyIdIn = (kept: string): string | null => /^2\.([0-9a-f]{8})\./.exec(kept)?.[1] ?? null;

function open(secretsKey: string, place: string, iv: string, bytes: Buffer): string | null {
  if (bytes.length < TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretsKey), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG));
  try {
    return decipher.update(bytes.subarray(0, -TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // The one way in which GCM says that it does not fit.
    return null;
  }
}

const TAG = 16;

const keyFor = (secretsKey: string) => Buffer.from(hkdfSync('sha256', secretsKey, '', 'galley secrets at rest', 32));
