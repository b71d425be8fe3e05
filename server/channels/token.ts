import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

interface Place {
  restaurantId: string;
  channelId: string;
}

/** A channel's token as it is kept at rest; it opens for this channel of this restaurant alone. */
export const sealToken = ({ secretsKey }: Pick<SecretsKeys, 'secretsKey'>, place: Place, token: string): string =>
  sealSecret(secretsKey, placeOfToken(place), token);

/** Null: the installation has another key by now, or the row is another one's; the owner has to enter it again. */
export const openToken = (keys: SecretsKeys, place: Place, sealed: string): string | null =>
  openSecret(keys, placeOfToken(place), sealed);

export const placeOfToken = ({ restaurantId, channelId }: Place) =>
  `channels.token_sealed.${restaurantId}.${channelId}`;
