import * as z from 'zod/mini';
import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

export interface PartnerKey {
  restaurantId: string;
  id: string;
}

export interface PartnerSecrets {
  api_key: string | null;
  webhook_secret: string | null;
}

const Secrets = z.object({ api_key: z.nullable(z.string()), webhook_secret: z.nullable(z.string()) });

export const partnerSecretsLocation = ({ restaurantId, id }: PartnerKey): string =>
  `delivery_partners.secrets_sealed.${restaurantId}.${id}`;

export const sealPartnerSecrets = (
  { secretsKey }: Pick<SecretsKeys, 'secretsKey'>,
  key: PartnerKey,
  secrets: PartnerSecrets,
): string => sealSecret(secretsKey, partnerSecretsLocation(key), JSON.stringify(secrets));

/** Null where there are none, or where the installation's key has changed. */
export function openPartnerSecrets(keys: SecretsKeys, key: PartnerKey, sealed: string | null): PartnerSecrets {
  const opened = sealed === null ? null : openSecret(keys, partnerSecretsLocation(key), sealed);
  return opened === null ? { api_key: null, webhook_secret: null } : Secrets.parse(JSON.parse(opened));
}
