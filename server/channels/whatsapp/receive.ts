import { createHmac, timingSafeEqual } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTransaction } from '../../db/with-transaction.ts';
import { readAtMost } from '../../platform/read-at-most.ts';
import { refuse, type Refusal } from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { newId } from '../../platform/ids.ts';
import { readEvents, type RoutedEvent } from './read-events.ts';

/** Meta sends up to 3 MB. */
const BODY_BYTES = 4_000_000;

/** Meta's question whether this address is ours: the challenge comes back as plain text if the token is right. */
export function answerChallenge({ env }: Pick<Services, 'env'>, url: URL): Response | Refusal {
  if (!env.metaWebhook) return refuse('not_found');
  const { searchParams: query } = url;
  const isRight =
    query.get('hub.mode') === 'subscribe' && isSame(query.get('hub.verify_token') ?? '', env.metaWebhook.verifyToken);
  if (!isRight) return new Response('Wrong verify token', { status: 403 });
  return new Response(query.get('hub.challenge') ?? '', { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

/**
 * Takes a webhook request of WhatsApp: checks its signature over the bytes that arrived, stores each event once for the restaurant of its
 * number, and answers. A job applies them. 404: not set up here; 401: not signed by Meta; 413: too large.
 */
export async function receiveWhatsapp(
  { pools, jobs, log, env }: Pick<Services, 'pools' | 'jobs' | 'log' | 'env'>,
  { request, now }: { request: Request; now: Date },
): Promise<Response | Refusal> {
  if (!env.metaWebhook) return refuse('not_found');
  const rawBody = await readAtMost(request, BODY_BYTES).catch(() => undefined);
  if (rawBody === undefined) return refuse('bad_request', { message: 'The body did not arrive whole' });
  if (rawBody === null) return refuse('too_large');
  const signature = request.headers.get('X-Hub-Signature-256') ?? '';
  if (!isSame(signature, signWhatsapp(env.metaWebhook.appSecret, rawBody))) {
    log.warn('webhook.refused', { provider: 'whatsapp' });
    return refuse('unauthenticated');
  }
  const events = readEvents(rawBody);
  if (!events) return refuse('bad_request');
  const stored = await withTransaction(pools.owner, null, 'write', async (client) => {
    const restaurants = new Set<string>();
    let count = 0;
    for (const event of events) {
      const places = await findPlaces(client, event);
      for (const place of places) {
        if (!(await storeOnce(client, place, event, now))) continue;
        restaurants.add(place.restaurant_id);
        count += 1;
      }
    }
    for (const id of restaurants) await jobs.enqueue(drizzle(client), 'whatsapp.events', { restaurant_id: id });
    return count;
  });
  log.debug('webhook.received', { provider: 'whatsapp', events: events.length, stored });
  return Response.json({ received: true });
}

export const signWhatsapp = (appSecret: string, rawBody: Uint8Array | string): string =>
  `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;

/** Compares without telling by its time how far two texts agree. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface Place {
  restaurant_id: string;
  id: string;
}

/** The channels that an event is for: that of its number, or all of its account. Several restaurants may share an account. */
async function findPlaces(client: pg.PoolClient, { phoneNoId, wabaId }: RoutedEvent): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `SELECT restaurant_id, id FROM channels WHERE is_routed AND ${phoneNoId === null ? 'waba_id' : 'phone_no_id'} = $1`,
    [phoneNoId ?? wabaId],
  );
  return rows;
}

/** False: it had arrived before. */
async function storeOnce(
  client: pg.PoolClient,
  place: Place,
  { key, event }: RoutedEvent,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO whatsapp_events (restaurant_id, id, channel_id, event_key, event, received_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (restaurant_id, event_key) DO NOTHING`,
    [place.restaurant_id, newId(now), place.id, key, JSON.stringify(event), now.toISOString()],
  );
  return rowCount === 1;
}

/** Adds jobs anew for events that wait for longer than their job's first tries. */
export const requeueWhatsappEvents = (owner: pg.Pool, jobs: Services['jobs'], now: Date): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    const before = new Date(now.getTime() - REQUEUE_AFTER_MS).toISOString();
    const { rows } = await client.query<{ restaurant_id: string }>(
      'SELECT DISTINCT restaurant_id FROM whatsapp_events WHERE processed_at IS NULL AND received_at < $1 LIMIT 500',
      [before],
    );
    await jobs.enqueueMissing(drizzle(client), 'whatsapp.events', rows);
    return rows.length;
  });

const REQUEUE_AFTER_MS = 4 * 60_000;
