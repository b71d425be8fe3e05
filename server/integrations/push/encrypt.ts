import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser's keys, base64url: its public point on P-256, and 16 bytes that authenticate the sender. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** The largest message that every push service must accept: 4096 bytes when encrypted. */
export const MESSAGE_BYTES_MAX = 3993;

/**
 * Encrypts a message so that only the browser can read it, not its push service: RFC 8291, one record of `aes128gcm` (RFC 8188). `chosen`
 * is for the test with the RFC's example.
 */
export function encryptMessage(
  message: Buffer,
  keys: BrowserKeys,
  chosen: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  if (message.length > MESSAGE_BYTES_MAX) throw new RangeError(`A push message of ${message.length} bytes is too long`);
  const ours = createECDH('prime256v1');
  if (chosen.privateKey) ours.setPrivateKey(chosen.privateKey);
  else ours.generateKeys();
  const ourPoint = ours.getPublicKey();
  const theirPoint = Buffer.from(keys.p256dh, 'base64url');
  const salt = chosen.salt ?? randomBytes(16);
  const { key, nonce } = deriveKeys({
    shared: ours.computeSecret(theirPoint),
    auth: Buffer.from(keys.auth, 'base64url'),
    theirPoint,
    ourPoint,
    salt,
  });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 marks the last record; there is only one, without padding.
  const record = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head[4] = ourPoint.length;
  return Buffer.concat([salt, head, ourPoint, record, cipher.getAuthTag()]);
}

/** The key and nonce that sender and browser both derive (RFC 8291, section 3.4). */
export function deriveKeys(given: {
  shared: Buffer;
  auth: Buffer;
  theirPoint: Buffer;
  ourPoint: Buffer;
  salt: Buffer;
}): { key: Buffer; nonce: Buffer } {
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), given.theirPoint, given.ourPoint]);
  const secret = derive(given.shared, given.auth, info, 32);
  return {
    key: derive(secret, given.salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce: derive(secret, given.salt, 'Content-Encoding: nonce\0', 12),
  };
}

/** True if a message can be encrypted for these keys. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (!isBase64Url(p256dh) || !isBase64Url(auth)) return false;
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    // OpenSSL's only sign that it is not a point on the curve.
    return false;
  }
}

const RECORD_BYTES = 4096;

const isBase64Url = (text: string) => /^[\w-]+={0,2}$/.test(text);

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
