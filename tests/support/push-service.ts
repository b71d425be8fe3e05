import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deriveKeys } from '../../server/integrations/push/encrypt.ts';

/** A push message as its browser would read it. */
export interface Delivered {
  device: string;
  /** Decrypted, as JSON. */
  payload: { notification: Record<string, unknown>; app_badge?: number; web_push: number };
  ttl: number;
  urgency: string;
  topic: string | null;
  /** Claims of the sender's token. */
  claims: { aud: string; exp: number; sub: string };
  /** The key with which the sender signed. */
  publicKey: string;
}

export interface StandInService {
  origin: string;
  /** A browser's subscription at this service, as the page hands it to the server. */
  subscribe(deviceId: string): ReturnType<typeof pushSubscription>;
  delivered: Delivered[];
  /** Sets the status and headers of its answers from now on. */
  answer(status: number, headers?: Record<string, string>): void;
  /** The number of requests so far, whatever their outcome. */
  requestCount(): number;
  close(): Promise<void>;
}

const browsers = new Map<string, { keys: ECDH; auth: Buffer }>();

/** A subscription of a browser that does not exist, with real keys. */
export function pushSubscription(
  deviceId: string,
  deviceName = 'Counter tablet',
  origin = 'https://fcm.googleapis.com',
) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${origin}/send/${deviceId}`;
  browsers.set(`/send/${deviceId}`, { keys, auth });
  return {
    endpoint,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    device_id: deviceId,
    device_name: deviceName,
    wants: ['orders', 'chats'] as ('orders' | 'chats')[],
  };
}

/** A push service on loopback that verifies the sender and decrypts the message, as service and browser together would. */
export async function startPushService(): Promise<StandInService> {
  let reply: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  let requestCount = 0;
  const delivered: Delivered[] = [];
  const server = createServer((request, response) => {
    requestCount += 1;
    void bytesOf(request).then((body) => {
      if (reply.status < 300) delivered.push(receive(request, body, origin));
      response.writeHead(reply.status, reply.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscribe: (deviceId) => pushSubscription(deviceId, 'Counter tablet', origin),
    delivered,
    answer: (status, headers = {}) => void (reply = { status, headers }),
    requestCount: () => requestCount,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Throws on anything that a real service or browser would reject. */
function receive(request: IncomingMessage, body: Buffer, origin: string): Delivered {
  const header = (name: string) => request.headers[name.toLowerCase()] as string | undefined;
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header('Authorization') ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The sender is not who signed');
  const parsedClaims = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Delivered['claims'];
  if (parsedClaims.aud !== origin) throw new Error(`The token is meant for ${parsedClaims.aud}`);
  if (header('Content-Encoding') !== 'aes128gcm') throw new Error('Not encrypted as RFC 8291 says');
  const browser = browsers.get(request.url ?? '');
  if (!browser) throw new Error(`No browser at ${request.url}`);
  return {
    device: request.url!.slice('/send/'.length),
    payload: JSON.parse(decrypt(body, browser).toString('utf8')) as Delivered['payload'],
    ttl: Number(header('TTL')),
    urgency: header('Urgency') ?? 'normal',
    topic: header('Topic') ?? null,
    claims: parsedClaims,
    publicKey,
  };
}

/** Decrypts the message as the browser does (RFC 8188 and RFC 8291). */
export function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const ourPoint = body.subarray(21, 21 + body[20]!);
  const { key, nonce } = deriveKeys({
    shared: keys.computeSecret(ourPoint),
    auth,
    theirPoint: keys.getPublicKey(),
    ourPoint,
    salt,
  });
  const record = body.subarray(21 + body[20]!);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
