import { argon2idAsync } from '@noble/hashes/argon2.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { approvedText, checkText, doneText, keyText } from '../../../../contract/kitchen-mode/proof.ts';
import type { Sign } from '../../../../contract/kitchen-mode/proof.ts';
import type { DevicePerson } from './people.ts';

/** A person's key: see contract/kitchen-mode/proof.ts. It takes a quarter of a second, and a few on a cheap tablet. */
export async function keyOf({ id, pin: cost }: DevicePerson, pin: string, restaurantId: string): Promise<Uint8Array> {
  const salt = Uint8Array.from(atob(cost.salt), (letter) => letter.charCodeAt(0));
  const hash = await argon2idAsync(pin, salt, { m: cost.memory, t: cost.passes, p: 1, dkLen: 32 });
  return keyFrom(hash, id, restaurantId);
}

export const keyFrom = (hash: Uint8Array, personId: string, restaurantId: string): Uint8Array =>
  mac(hash, keyText(restaurantId, personId));

/** Whether the key was made with the right PIN, at the device with this token. */
export const isRight = (key: Uint8Array, { pin }: DevicePerson, token: string): boolean =>
  textOf(mac(key, checkText(bytesToHex(sha256(utf8ToBytes(token)))))) === pin.check;

export const signerOf =
  (key: Uint8Array, { id, name }: DevicePerson): Sign =>
  (done) => ({ person: id, name, proof: textOf(mac(key, doneText(done))) });

export const approverOf =
  (key: Uint8Array, { id, name }: DevicePerson): Sign =>
  (done) => ({ person: id, name, proof: textOf(mac(key, approvedText(done))) });

const mac = (key: Uint8Array, text: string) => hmac(sha256, key, utf8ToBytes(text));

/** base64url. */
const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
