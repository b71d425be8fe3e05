import type { Call } from '../../contract/call.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

export interface PlaceOfReply {
  restaurantId: string;
  key: string;
}

/** What the token of a stored reply is sealed for. */
export const placeOfReply = ({ restaurantId, key }: PlaceOfReply): string =>
  `mutation_results.reply ${restaurantId} ${key}`;

/** A reply as it is kept for an idempotent replay: whoever reads the database finds no token that opens an order or a chat. */
export const sealReply = (call: Call, keys: SecretsKeys, place: PlaceOfReply, reply: unknown): unknown =>
  withToken(call, reply, (token) => sealSecret(keys.secretsKey, placeOfReply(place), token));

/** The reply as it was. Throws when its key is gone. */
export const openReply = (call: Call, keys: SecretsKeys, place: PlaceOfReply, stored: unknown): unknown =>
  withToken(call, stored, (sealed) => {
    const token = openSecret(keys, placeOfReply(place), sealed);
    if (token === null) throw new Error('The token of a stored reply does not open');
    return token;
  });

function withToken(call: Call, reply: unknown, change: (token: string) => string): unknown {
  if (!call.options.isTokenSecret || typeof reply !== 'object' || reply === null) return reply;
  const { token } = reply as { token?: unknown };
  return typeof token === 'string' ? { ...reply, token: change(token) } : reply;
}
