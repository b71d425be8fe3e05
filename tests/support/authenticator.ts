import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreationOptions, NewCredential, RequestOptions, SignedCredential } from '../../contract/auth/webauthn.ts';

/** What a hostile or broken authenticator or page does differently. */
export interface Changes {
  origin?: string;
  challenge?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Of another account or authenticator. */
  id?: string;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

export interface Authenticator {
  /** Creates a passkey; the newest one signs. */
  create(options: CreationOptions, changes?: Changes): NewCredential;
  sign(options: RequestOptions, changes?: Changes): SignedCredential;
}

/** A browser with an authenticator that has an ES256 key, as software. `counts` false: its counter stays 0, as that of synced passkeys does. */
export function makeAuthenticator({
  origin = 'https://galley.test',
  counts = true,
}: { origin?: string; counts?: boolean } = {}): Authenticator {
  let key: { id: string; privateKey: KeyObject; userHandle: string } | null = null;
  let signed = 0;
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const head = (rpId: string, flags: number, { isVerified = true, ...changes }: Changes) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? (counts ? (signed += 1) : 0));
    const present = flags | 0x01 | (isVerified ? 0x04 : 0);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([present]), counter]);
  };
  return {
    create(options, changes = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x, y } = publicKey.export({ format: 'jwk' });
      const cose = cbor(
        new Map<unknown, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      );
      const id = Buffer.from(changes.id ?? randomBytes(32).toString('base64url'), 'base64url');
      key = { id: id.toString('base64url'), privateKey, userHandle: options.user.id };
      const authData = Buffer.concat([
        head(options.rp.id, 0x40, changes),
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        cose,
      ]);
      const { fmt, attStmt } = changes.attestation ?? { fmt: 'none', attStmt: new Map() };
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      );
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, changes).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    sign(options, changes = {}) {
      if (!key) throw new Error('This authenticator has no passkey');
      const id = changes.id ?? key.id;
      const data = clientData('webauthn.get', options.challenge, changes);
      const authData = head(options.rpId, 0, changes);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(data)]), key.privateKey).toString('base64url'),
          userHandle: changes.userHandle === undefined ? key.userHandle : changes.userHandle,
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR of integers, texts, bytes, lists and maps below 65,536. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? start(1, -1 - value) : start(0, value);
  if (typeof value === 'string') return Buffer.concat([start(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([start(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([start(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([start(5, value.size), ...[...value].flatMap(([k, v]) => [cbor(k), cbor(v)])]);
  throw new Error(`No CBOR for ${String(value)}`);
}

function start(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
