import type { Call } from '../../contract/call.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

export interface ReplyKey {
  restaurantId: string;
  key: string;
}

/** The context for which the token of a stored reply is encrypted. */
export const replyLocation = ({ restaurantId, key }: ReplyKey): string =>
  `mutation_results.reply ${restaurantId} ${key}`;

/** Encrypts tokens in a reply stored for idempotent replay, so that the database contains none that opens an order or a chat. */
export const sealReply = (call: Call, keys: SecretsKeys, key: ReplyKey, reply: unknown): unknown =>
  withToken(call, reply, (token) => sealSecret(keys.secretsKey, replyLocation(key), token));

/** The original reply. Throws if its encryption key is gone. */
export const openReply = (call: Call, keys: SecretsKeys, key: ReplyKey, stored: unknown): unknown =>
  withToken(call, stored, (sealed) => {
    const token = openSecret(keys, replyLocation(key), sealed);
    if (token === null) throw new Error('The token of a stored reply does not open');
    return token;
  });

function withToken(call: Call, reply: unknown, change: (token: string) => string): unknown {
  if (!call.options.isTokenSecret || typeof reply !== 'object' || reply === null) return reply;
  const { token } = reply as { token?: unknown };
  return typeof token === 'string' ? { ...reply, token: change(token) } : reply;
}
