import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A secret as it is kept at rest: AES-256-GCM under a key made from SECRETS_KEY. `place` names where it stands (table, column, row), and a
 * secret that is moved elsewhere does not open.
 */
export function sealSecret(secretsKey: string, place: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretsKey), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `1.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Null: it was sealed under another key or for another place, or is damaged. */
export function openSecret(secretsKey: string, place: string, kept: string): string | null {
  const [format, iv, sealed] = kept.split('.');
  if (format !== '1' || !iv || !sealed) return null;
  const bytes = Buffer.from(sealed, 'base64url');
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
