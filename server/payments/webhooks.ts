import type { HostedProvider } from '../../contract/payments/providers.ts';
import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTransaction } from '../db/with-transaction.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import type { OnlineProvider } from '../../contract/payments/providers.ts';
import type { ReceivedEvent, WebhookRequest } from '../integrations/payment-providers/provider.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { isId, newId } from '../platform/ids.ts';
import { describeFault } from '../platform/log.ts';
import { openGatewaySecret, readCustomWebhook } from './custom-gateway.ts';

const BODY_BYTES = 1_000_000;
const KEY_MAX = 500;

/**
 * Takes a provider's webhook request: checks its signature over the bytes that arrived, stores each event once and answers. A job processes
 * it. 404: the provider is not set up here; 401: not signed by it; 413: more than 1 MB.
 */
export async function receiveWebhook(
  { pools, providers, jobs, log }: Pick<Services, 'pools' | 'providers' | 'jobs' | 'log'>,
  { name, request, now }: { name: HostedProvider; request: Request; now: Date },
): Promise<Response | Refusal> {
  const provider = providers[name];
  if (!provider) return refuse('not_found');
  const signed = await readSigned(request, now);
  if (signed instanceof Refusal) return signed;
  const events = readEvents(() => provider.readWebhook(signed), log, name);
  if (events instanceof Refusal) return events;
  if (!events) {
    log.warn('webhook.refused', { provider: name });
    return refuse('unauthenticated');
  }
  const stored = await withTransaction(pools.owner, null, 'write', async (client) => {
    let count = 0;
    for (const received of events) if (await storeOnce(client, { jobs, provider: name, received, now })) count += 1;
    return count;
  });
  log.debug('webhook.received', { provider: name, events: events.length, stored });
  return Response.json({ received: true });
}

/**
 * The same for a restaurant's own gateway, which is named by the account in its address. A signed ping verifies the gateway. 404: there is
 * no such gateway, or its key cannot be read any more.
 */
export async function receiveCustomWebhook(
  { pools, jobs, log, env }: Pick<Services, 'pools' | 'jobs' | 'log' | 'env'>,
  { id, request, now }: { id: string; request: Request; now: Date },
): Promise<Response | Refusal> {
  if (!isId(id)) return refuse('not_found');
  const { rows } = await pools.owner.query<{ restaurant_id: string; id: string; secret_sealed: string | null }>(
    "SELECT restaurant_id, id, secret_sealed FROM payment_accounts WHERE provider = 'custom' AND id = $1",
    [id],
  );
  const [account] = rows;
  const key = account && { restaurantId: account.restaurant_id, accountId: account.id };
  const secret = key && account.secret_sealed !== null && openGatewaySecret(env, key, account.secret_sealed);
  if (!account || !secret) return refuse('not_found');
  const signed = await readSigned(request, now);
  if (signed instanceof Refusal) return signed;
  const received = readCustomWebhook(secret, account.id, signed);
  if (!received) {
    log.warn('webhook.refused', { provider: 'custom' });
    return refuse('unauthenticated');
  }
  await withTransaction(pools.owner, null, 'write', async (client) => {
    if (received.isPing)
      await client.query(
        "UPDATE payment_accounts SET status = 'verified', reason = NULL, checked_at = $2 WHERE id = $1 AND secret_sealed = $3",
        [account.id, now.toISOString(), account.secret_sealed],
      );
    for (const event of received.events) await storeOnce(client, { jobs, provider: 'custom', received: event, now });
  });
  return Response.json({ received: true });
}

/** An event that does not have the shape of its type is refused, so that the provider sends it again and shows it to the operator. */
function readEvents<T>(read: () => T, log: Services['log'], provider: OnlineProvider): T | Refusal {
  try {
    return read();
  } catch (fault) {
    log.error('webhook.unreadable', { provider, ...describeFault(fault) });
    return refuse('bad_request', { message: 'The event cannot be read' });
  }
}

async function readSigned(request: Request, now: Date): Promise<WebhookRequest | Refusal> {
  const rawBody = await readAtMost(request, BODY_BYTES).catch(() => undefined);
  if (rawBody === undefined) return refuse('bad_request', { message: 'The body did not arrive whole' });
  if (rawBody === null) return refuse('too_large');
  return { headers: Object.fromEntries(request.headers.entries()), rawBody, now };
}

interface NewEvent {
  jobs: Services['jobs'];
  provider: OnlineProvider;
  received: ReceivedEvent;
  now: Date;
}

/** False: it had arrived before. */
async function storeOnce(client: pg.PoolClient, { jobs, provider, received, now }: NewEvent): Promise<boolean> {
  const isNeeded = received.event.kind !== 'other';
  const at = now.toISOString();
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO webhook_events (id, provider, event_key, event, received_at, processed_at, outcome)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider, event_key) DO NOTHING RETURNING id`,
    [
      newId(now),
      provider,
      keyOf(received),
      JSON.stringify(received.event, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value)),
      at,
      isNeeded ? null : at,
      isNeeded ? null : 'not_needed',
    ],
  );
  const id = rows[0]?.id;
  if (id !== undefined && isNeeded) await jobs.enqueue(drizzle(client), 'payments.webhook', { event_id: id });
  return id !== undefined;
}

/** An index keeps short keys only; those of real events are. */
const keyOf = ({ key }: ReceivedEvent) =>
  key.length > KEY_MAX ? createHash('sha256').update(key).digest('hex') : storable(key);

/** PostgreSQL keeps neither of what is taken out or replaced. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** After this time the job of an event has given up. */
export const REQUEUE_AFTER_MS = 6 * 3_600_000;

/** Adds jobs anew for events that were never processed, such as those of an evening on which a provider did not answer. */
export const requeueWebhooks = (owner: pg.Pool, jobs: Services['jobs'], now: Date): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    const before = new Date(now.getTime() - REQUEUE_AFTER_MS).toISOString();
    const { rows } = await client.query<{ event_id: string }>(
      'SELECT id AS event_id FROM webhook_events WHERE received_at < $1 AND processed_at IS NULL ORDER BY received_at LIMIT 500',
      [before],
    );
    await jobs.enqueueMissing(drizzle(client), 'payments.webhook', rows);
    return rows.length;
  });
