import type pg from 'pg';
import { newId } from '../ids.ts';
import { describeFault, type Log } from '../log.ts';
import type { Bus } from './bus.ts';
import { POKE_EVERY_MS } from './streams.ts';

const CHANNEL = 'galley_poke';
/** A notification holds less than 8,000 bytes; a pair takes about 50. */
const PAIRS_MAX = 140;
const RETRY_MS = 1000;

export interface Relay {
  close(): Promise<void>;
}

/**
 * Carries pokes between the processes that share a database (several APIs, the importer). It runs beside the writes: a NOTIFY inside a
 * write transaction takes a lock of the whole server and cost 63 % when it was measured; here one connection sends what gathered in 25 ms.
 */
export function startRelay({ owner, bus, log }: { owner: pg.Pool; bus: Bus; log: Log }): Relay {
  const self = newId();
  const waiting = new Map<string, number>();
  let client: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let connecting = connect();

  const unsubscribe = bus.onPublish((restaurantId, version) => {
    remember(restaurantId, version);
    timer ??= setTimeout(() => void flush(), POKE_EVERY_MS);
  });

  function remember(restaurantId: string, version: number) {
    waiting.set(restaurantId, Math.max(waiting.get(restaurantId) ?? 0, version));
  }

  async function connect(): Promise<void> {
    try {
      const made = await owner.connect();
      if (isClosed) return made.release();
      client = made;
      made.on('notification', receive);
      made.on('error', lose);
      await made.query(`LISTEN ${CHANNEL}`);
      await catchUp(made);
      if (waiting.size > 0) await flush();
    } catch (fault) {
      lose(fault);
    }
  }

  function lose(fault: unknown) {
    const lost = client;
    client = null;
    if (lost) {
      lost.removeAllListeners('notification');
      lost.off('error', lose);
      lost.release(true);
    }
    if (isClosed) return;
    log.warn('relay_lost', describeFault(fault));
    setTimeout(() => void (connecting = connect()), RETRY_MS).unref();
  }

  /** Pokes may have passed while nobody listened. */
  async function catchUp(on: pg.PoolClient) {
    const { rows } = await on.query<{ restaurant_id: string; version: string }>(
      'SELECT restaurant_id, version FROM spaces WHERE restaurant_id = ANY($1)',
      [bus.restaurants()],
    );
    for (const row of rows) bus.deliver(row.restaurant_id, Number(row.version));
  }

  function receive({ payload }: pg.Notification) {
    const [from, ...pairs] = (payload ?? '').split(' ');
    if (from === self) return;
    for (const pair of pairs) {
      const [restaurantId, version] = pair.split(':');
      if (restaurantId && version) bus.deliver(restaurantId, Number(version));
    }
  }

  async function flush() {
    timer = null;
    // What gathers while the connection is away goes with the next one: one number a restaurant, however long it takes.
    if (!client) return;
    const batch = [...waiting].slice(0, PAIRS_MAX);
    for (const [restaurantId] of batch) waiting.delete(restaurantId);
    if (waiting.size > 0) timer = setTimeout(() => void flush(), POKE_EVERY_MS);
    const pairs = batch.map(([restaurantId, version]) => `${restaurantId}:${version}`);
    try {
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, [self, ...pairs].join(' ')]);
    } catch (fault) {
      for (const [restaurantId, version] of batch) remember(restaurantId, version);
      lose(fault);
    }
  }

  return {
    async close() {
      isClosed = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
      if (waiting.size > 0) await flush();
      await connecting;
      client?.release(true);
      client = null;
    },
  };
}
