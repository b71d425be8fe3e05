import type pg from 'pg';
import { newId } from '../platform/ids.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { POKE_EVERY_MS, type Bus } from '../platform/bus.ts';

const CHANNEL = 'galley_poke';
/** A notification holds less than 8,000 bytes; a pair needs about 50. */
const PAIRS_MAX = 140;
const RETRY_MS = 1000;

export interface Relay {
  close(): Promise<void>;
}

/**
 * Carries pokes between processes that share a database (several APIs, the importer). It runs beside the writes: a NOTIFY inside a write
 * transaction takes a server-wide lock and cost 63 % throughput when measured. Here one connection sends what gathered in 25 ms.
 */
export function startRelay({ owner, bus, log }: { owner: pg.Pool; bus: Bus; log: Log }): Relay {
  const self = newId();
  const pending = new Map<string, number>();
  let client: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let isClosed = false;
  let connecting = connect();

  const unsubscribe = bus.onPublish((restaurantId, version) => {
    remember(restaurantId, version);
    flushSoon();
  });

  function remember(restaurantId: string, version: number) {
    pending.set(restaurantId, Math.max(pending.get(restaurantId) ?? 0, version));
  }

  async function connect(): Promise<void> {
    let made: pg.PoolClient | null = null;
    try {
      made = await owner.connect();
      if (isClosed) return made.release();
      client = made;
      made.on('notification', receive);
      made.on('error', (fault) => lose(made, fault));
      await made.query(`LISTEN ${CHANNEL}`);
      await catchUp(made);
      if (pending.size > 0) await flush();
    } catch (fault) {
      lose(made, fault);
    }
  }

  /** A lost connection reports its 'error' and rejects each running query, in any order; only the first counts. Null: connecting failed. */
  function lose(lost: pg.PoolClient | null, fault: unknown) {
    if (lost !== client) return;
    client = null;
    lost?.release(true);
    if (isClosed) return;
    log.warn('relay_lost', describeFault(fault));
    retry = setTimeout(() => void (connecting = connect()), RETRY_MS).unref();
  }

  /** Pokes may have been missed while not listening. */
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

  /** What gathers without a connection is sent with the next one: one number per restaurant, however long it takes. */
  function flushSoon() {
    if (client && !flushing && !isClosed) timer ??= setTimeout(() => void flush(), POKE_EVERY_MS);
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    return (flushing ??= send().finally(() => {
      flushing = null;
      if (pending.size > 0) flushSoon();
    }));
  }

  async function send() {
    const on = client;
    if (!on) return;
    const batch = [...pending].slice(0, PAIRS_MAX);
    for (const [restaurantId] of batch) pending.delete(restaurantId);
    const pairs = batch.map(([restaurantId, version]) => `${restaurantId}:${version}`);
    try {
      await on.query('SELECT pg_notify($1, $2)', [CHANNEL, [self, ...pairs].join(' ')]);
    } catch (fault) {
      for (const [restaurantId, version] of batch) remember(restaurantId, version);
      lose(on, fault);
    }
  }

  return {
    async close() {
      isClosed = true;
      unsubscribe();
      if (retry) clearTimeout(retry);
      await flushing;
      while (client && pending.size > 0) await flush();
      if (timer) clearTimeout(timer);
      await connecting;
      client?.release(true);
      client = null;
    },
  };
}
