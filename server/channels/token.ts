import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

interface ChannelKey {
  restaurantId: string;
  channelId: string;
}

/** Encrypts a channel's token; it can be decrypted only for this channel of this restaurant. */
export const sealToken = ({ secretsKey }: Pick<SecretsKeys, 'secretsKey'>, key: ChannelKey, token: string): string =>
  sealSecret(secretsKey, tokenLocation(key), token);

/** Null: the installation's key has changed, or the row is another one's; the owner must enter the token again. */
export const openToken = (keys: SecretsKeys, key: ChannelKey, sealed: string): string | null =>
  openSecret(keys, tokenLocation(key), sealed);

export const tokenLocation = ({ restaurantId, channelId }: ChannelKey) =>
  `channels.token_sealed.${restaurantId}.${channelId}`;
