import type { Env } from '../env.ts';
import { openSecret, sealSecret } from '../secrets.ts';

type Key = Pick<Env, 'secretsKey'>;

interface Place {
  restaurantId: string;
  channelId: string;
}

/** A channel's token as it is kept at rest; it opens for this channel of this restaurant alone. */
export const sealToken = ({ secretsKey }: Key, place: Place, token: string): string =>
  sealSecret(secretsKey, nameOf(place), token);

/** Null: the installation has another key by now, or the row is another one's; the owner has to enter it again. */
export const openToken = ({ secretsKey }: Key, place: Place, sealed: string): string | null =>
  openSecret(secretsKey, nameOf(place), sealed);

const nameOf = ({ restaurantId, channelId }: Place) => `channels.token_sealed.${restaurantId}.${channelId}`;
