import type { Env } from '../env.ts';
import { openSecret, sealSecret } from '../secrets.ts';

type Key = Pick<Env, 'secretsKey'>;

/** A channel's token as it is kept at rest; it opens for this channel alone. */
export const sealToken = ({ secretsKey }: Key, channelId: string, token: string): string =>
  sealSecret(secretsKey, placeOf(channelId), token);

/** Null: the installation has another key by now, and the owner has to enter it again. */
export const openToken = ({ secretsKey }: Key, channelId: string, sealed: string): string | null =>
  openSecret(secretsKey, placeOf(channelId), sealed);

const placeOf = (channelId: string) => `channels.token_sealed.${channelId}`;
