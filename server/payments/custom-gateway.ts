import { createHmac, timingSafeEqual } from 'node:crypto';
import { CustomGatewayEvent } from '../../contract/settings/wallet-provider-calls.ts';
import type { ReceivedEvent, WebhookRequest } from '../integrations/payment-providers/provider.ts';
import { openSecret, sealSecret, type SecretsKeys } from '../platform/secrets.ts';

interface GatewayKey {
  restaurantId: string;
  accountId: string;
}

/** Encrypts a custom gateway's key; it can be decrypted only for this account of this restaurant. */
export const sealGatewaySecret = (
  { secretsKey }: Pick<SecretsKeys, 'secretsKey'>,
  key: GatewayKey,
  secret: string,
): string => sealSecret(secretsKey, gatewaySecretLocation(key), secret);

/** Null: the installation's key has changed; the owner must enter the secret again. */
export const openGatewaySecret = (keys: SecretsKeys, key: GatewayKey, sealed: string): string | null =>
  openSecret(keys, gatewaySecretLocation(key), sealed);

export const gatewaySecretLocation = ({ restaurantId, accountId }: GatewayKey) =>
  `payment_accounts.secret_sealed.${restaurantId}.${accountId}`;

const TOLERANCE_S = 300;

export interface CustomWebhook {
  /** The gateway proved that it has the key. */
  isPing: boolean;
  events: ReceivedEvent[];
}

/**
 * Reads the webhook of a custom gateway: `X-Galley-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256(secret, "<t>.<body>")>`. Null: the
 * signature is wrong, or its time is more than 300 s away.
 */
export function readCustomWebhook(secret: string, accountId: string, request: WebhookRequest): CustomWebhook | null {
  const signed = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(request.headers['x-galley-signature'] ?? '');
  if (!signed) return null;
  const [, time, signature] = signed as unknown as [string, string, string]; // both groups are required
  const right = createHmac('sha256', secret).update(`${time}.`).update(request.rawBody).digest();
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), right)) return null;
  if (Math.abs(request.now.getTime() / 1000 - Number(time)) > TOLERANCE_S) return null;
  const event = CustomGatewayEvent.safeParse(parse(request.rawBody)).data;
  if (!event) return { isPing: false, events: [] };
  if (event.type === 'ping') return { isPing: true, events: [] };
  const occurredAt = new Date(Number(time) * 1000).toISOString();
  return {
    isPing: false,
    events: [
      {
        key: `${accountId}:${event.id}:${event.status}`,
        event: {
          kind: 'checkout',
          occurredAt,
          account: accountId,
          checkout: {
            reference: event.id,
            checkoutId: event.checkout_id,
            url: null,
            expiresAt: null,
            status: event.status,
            amount: event.amount,
            currency: event.currency,
            method: 'other',
            cardBrand: null,
            cardLast4: null,
            receiptUrl: null,
            failureCode: null,
            failureMessage: null,
            paidAt: event.status === 'paid' ? occurredAt : null,
          },
        },
      },
    ],
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Signed, and not an event.
    return null;
  }
}
