import { createECDH, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { allOrNone, base64url, settingsOf } from '../../platform/setting.ts';
import { SettingsError } from '../../platform/start-error.ts';

/** The key pair that identifies this installation to push services (RFC 8292), base64url: public point and private number. */
export interface VapidPair {
  publicKey: string;
  privateKey: string;
}

export function makeVapidPair(): VapidPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d! };
}

/** Throws if the halves are not a pair on P-256. */
export function readVapidPair({ publicKey, privateKey }: VapidPair): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  // OpenSSL accepts halves of different pairs, but push services would refuse their signatures.
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  if (!own.getPublicKey().equals(point)) throw new Error('The two keys are not a pair');
  const key: JsonWebKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: privateKey,
  };
  return createPrivateKey({ key, format: 'jwk' });
}

/** How long a signed token is valid; push services refuse more than 24 hours. */
const TOKEN_SECONDS = 12 * 3600;

/** The header that identifies the sender to one push service (`origin`) for some hours. `subject`: whom the service may contact. */
export function vapidHeader({
  publicKey,
  key,
  subject,
  origin,
  now,
}: {
  publicKey: string;
  key: KeyObject;
  subject: string;
  origin: string;
  now: Date;
}): string {
  const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS, sub: subject };
  const unsigned = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Push services would refuse a pair that does not match. */
export const vapid = settingsOf(
  { VAPID_PUBLIC_KEY: z.optional(base64url(65)), VAPID_PRIVATE_KEY: z.optional(base64url(32)) },
  (halves): VapidPair | null => {
    const given = allOrNone(halves);
    if (!given) return null;
    const pair = { publicKey: given.VAPID_PUBLIC_KEY, privateKey: given.VAPID_PRIVATE_KEY };
    try {
      readVapidPair(pair);
    } catch (error) {
      throw new SettingsError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: they are not a pair', { cause: error });
    }
    return pair;
  },
);
