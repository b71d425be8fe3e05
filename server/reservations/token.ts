import { createHmac } from 'node:crypto';
import type { Env } from '../env.ts';

const BYTES = 24;

/**
 * The token in the address of a guest's reservation. It is derived, so that a mail can contain the address: the row has only its hash, and
 * jobs carry ids only. After a change of the secrets key, earlier tokens still open their pages, but mails can no longer name them.
 */
export const reservationToken = ({ secretsKey }: Pick<Env, 'secretsKey'>, restaurantId: string, id: string): string =>
  createHmac('sha256', secretsKey)
    .update(`reservation:${restaurantId}:${id}`)
    .digest()
    .subarray(0, BYTES)
    .toString('base64url');
