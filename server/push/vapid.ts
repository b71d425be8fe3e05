import { createECDH, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';

/** The pair by which push services know this installation (RFC 8292), base64url: the public point, and the private number. */
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

/** Throws when the two halves are not a pair on P-256. */
export function readVapidPair({ publicKey, privateKey }: VapidPair): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  // OpenSSL takes halves of two pairs without a word, and every push service would refuse what they sign.
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

/** How long a signed token is good for; push services refuse more than 24 hours. */
const TOKEN_SECONDS = 12 * 3600;

/** The header by which a push service knows who sends, for one service (`origin`) and some hours. `subject`: whom it may write to. */
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
