import type { Signed } from '../sync/calls.ts';

/**
 * What a person does at a device that several use is signed, so that it can be judged when it arrives, hours later if need be:
 *
 * - the PIN's hash: argon2id, 32 bytes, made with the salt and cost of `kitchenMode.people`,
 * - the person's key: HMAC-SHA256 by that hash of `keyText`,
 * - a proof: HMAC-SHA256 by that key of `doneText` or `approvedText`, base64url.
 *
 * The server has the hash and makes the same. The device keeps `check`, the proof of `checkText`, to know the right PIN without a network. It
 * names the session, so that the check of one device is of no use at another.
 */
export const keyText = (restaurantId: string, personId: string): string => `galley person ${restaurantId} ${personId}`;

/** `tokenHash`: SHA-256 of the session's token, hex. */
export const checkText = (tokenHash: string): string => `check ${tokenHash}`;

/** What was done: as it is sent. `key`: of the mutation, or the Idempotency-Key. */
export interface Done {
  key: string;
  call: string;
  path: Record<string, string>;
  body: unknown;
}

/** A path's parameters come in another order by HTTP than from a queue. */
const inOrder = (path: Record<string, string>): [string, string][] =>
  Object.entries(path).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Signs as a person, who is named on the device. */
export type Sign = (done: Done) => Signed & { name: string };

const textOf = (purpose: string, { key, call, path, body }: Done): string =>
  `${purpose} ${JSON.stringify([key, call, inOrder(path), body ?? null])}`;

export const doneText = (done: Done): string => textOf('done', done);
/** By somebody else, whose role allows it. */
export const approvedText = (done: Done): string => textOf('approved', done);
