import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { publicReach, requestSafely, type Reach } from '../safe-request.ts';
import type { Delivery, DeliveryPartner } from './partner.ts';

export interface HttpPartnerSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string | null;
  healthPath: string | null;
  webhookSecret: string | null;
}

/**
 * A partner, or a small service between us and one, that speaks this product's own plain format: JSON at `/quotes`, `/deliveries` and
 * `/deliveries/ID`, with the key as a bearer token and our reference as the idempotency key. It is nobody's published interface.
 */
export function openHttpPartner(settings: HttpPartnerSettings, reach: Reach = publicReach): DeliveryPartner {
  const { baseUrl, apiKey, healthPath, webhookSecret } = settings;

  async function send<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    shape: z.ZodMiniType<T>,
    { body, key }: { body?: object; key?: string } = {},
  ): Promise<T> {
    const reply = await requestSafely(
      `${baseUrl}${path}`,
      {
        method,
        headers: {
          Accept: 'application/json',
          ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      reach,
    );
    if (reply.status >= 300) throw new Error(`The delivery partner answers ${reply.status}`);
    return shape.parse(JSON.parse(reply.body.toString('utf8')));
  }

  return {
    async check() {
      if (healthPath === null) return null;
      const headers: Record<string, string> = apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
      const { status } = await requestSafely(`${baseUrl}${healthPath}`, { method: 'GET', headers }, reach);
      return status >= 200 && status < 300;
    },
    quote: (job) => send('POST', '/quotes', QuoteShape, { body: job }),
    create: (job) => send('POST', '/deliveries', DeliveryShape, { body: job, key: job.reference }),
    cancel: (id) => send('DELETE', `/deliveries/${encodeURIComponent(id)}`, DeliveryShape),
    track: (id) => send('GET', `/deliveries/${encodeURIComponent(id)}`, DeliveryShape),
    readWebhook(rawBody, signature) {
      if (webhookSecret === null) return null;
      const right = Buffer.from(`sha256=${createHmac('sha256', webhookSecret).update(rawBody).digest('hex')}`);
      const given = Buffer.from(signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return DeliveryShape.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
    },
  };
}

const QuoteShape = z.object({
  amount: z.int().check(z.minimum(0)),
  currency: z.string().check(z.length(3)),
  eta_minutes: z.nullable(z.int()),
});

const statuses = ['requested', 'accepted', 'picked_up', 'delivered', 'cancelled'] as const;

const DeliveryShape: z.ZodMiniType<Delivery> = z.object({
  delivery_id: z.string(),
  status: z.pipe(
    z.string(),
    z.transform((given) => statuses.find((one) => one === given) ?? ('unknown' as const)),
  ),
  tracking_url: z.nullable(z.string()),
});
