import type pg from 'pg';
import { makeIds } from '../../../src/data/ids.ts';
import { callApi, type Method } from '../../support/api.ts';
import type { TestDatabase } from '../../support/cluster.ts';
import { readAudit, readDecided, readProcessed, readStanding, type Audited, type Processed } from '../watch/audit.ts';
import type { Seen } from '../watch/effects.ts';
import type { Effect } from '../model/space.ts';
import { watchAccepted, type AcceptedWatch } from '../watch/accepted.ts';
import { watchFields } from '../watch/fields.ts';
import { someSlot } from '../model/reservations.ts';
import { cure, makeSick, watchSickness, type Sickness } from '../watch/sick.ts';
import { makeRestaurant, type SimRestaurant } from '../restaurant.ts';
import { readServerRows } from '../server-rows.ts';
import type { SimServer } from '../server.ts';
import { streamOf } from '../streams.ts';
import type { VirtualTime } from '../virtual-clock.ts';
import type { Account, Backend, Stage } from './backend.ts';
import { tables, type Row, type Table } from '../../../contract/entity.ts';
import { deleteOldRows } from '../../../server/jobs/delete-old.ts';
import { deleteOldTombstones } from '../../../server/sync/delete-old-tombstones.ts';
import { sync } from '../../../server/sync/index.ts';
import type { Plan } from '../plan.ts';

export interface ApiHost {
  database: TestDatabase;
  server: SimServer;
  /** Starts a new timeline; the server's clock continues. */
  newTime(): VirtualTime;
  close(): Promise<void>;
}

/** The real API on a real PostgreSQL, with two restaurants for this history. */
export async function apiStage({ seed, pageSize }: Plan, host: ApiHost): Promise<Stage> {
  const time = host.newTime();
  const random = streamOf(seed, 'restaurants');
  const newId = makeIds({
    now: time.now,
    randomize: (bytes) => bytes.forEach((_, i) => (bytes[i] = random.between(0, 255))),
  });
  const accounts: Account[] = [];
  const sickness = watchSickness();
  for (let n = 0; n < 2; n++) {
    const restaurant = await makeRestaurant({
      owner: host.database.owner,
      now: time.now(),
      items: 4,
      orders: 4,
      chats: 1,
      newId,
    });
    const first = Object.entries(await readServerRows(host.server, restaurant));
    const accepted = watchAccepted(
      first.flatMap(([table, rows]) => rows.map((row) => ({ table: table as Table, row }))),
    );
    accounts.push({
      user: restaurant.userId,
      restaurant: restaurant.id,
      token: restaurant.token,
      backend: onApi(restaurant, host, { newId, pageSize, sickness, accepted, now: time.now }),
      screens: [
        { table: 'orders', id: restaurant.orderIds[0]! },
        { table: 'menu_items', id: restaurant.itemIds[0]! },
      ],
    });
  }
  return { time, accounts, leave: () => undefined };
}

interface Own {
  newId: () => string;
  pageSize: number;
  /** Shared by both restaurants, since they have one server. */
  sickness: Sickness;
  accepted: AcceptedWatch;
  now: () => number;
}

function onApi(
  restaurant: SimRestaurant,
  { server, database }: ApiHost,
  { newId, pageSize, sickness, accepted, now }: Own,
): Backend {
  const { owner } = database;
  let effects = new Map<string, Effect>();
  let rows: { table: Table; row: Row }[] = [];
  let backup: Map<string, unknown[]> | null = null;
  const { token, id } = restaurant;
  const standing = async () => {
    const found = await owner.query('SELECT epoch, version FROM spaces WHERE restaurant_id = $1', [id]);
    const { epoch, version } = found.rows[0] as { epoch: string; version: string };
    return { epoch, version: Number(version) };
  };
  let audit: Audited[] = [];
  let processed: Processed[] = [];
  /** Rows after the last restore, which no trigger saw. */
  let first: Audited[] = [];
  let direct = new Set([1, 2, 3, 4]);
  /** Token of a chat that a visitor started on the website. */
  let chatToken: string | null = null;
  /** Token of a guest's last reservation. */
  let reservationToken: string | null = null;
  const sick = new Set<string>();
  const fields = watchFields(null);
  // The server may be killed during the call.
  const send = <T>(
    method: Method,
    path: string,
    body: object,
    recorded?: { call: string; path: Record<string, string> },
  ) => {
    const key = newId();
    if (recorded) accepted.sent({ key, ...recorded, body: { ...body } });
    return callApi<T>((request) => server.fetch(request), method, path, {
      token,
      headers: { 'idempotency-key': key },
      body,
    }).catch(() => undefined);
  };
  const moveOrder = (order: string, order_status: string) =>
    send(
      'POST',
      `/orders/${order}/status`,
      { order_status, ...(order_status === 'cancelled' ? { reason: 'no_show' } : {}) },
      { call: 'orders.setStatus', path: { id: order } },
    );
  let hasRestored = false;
  let checkedEpoch = '';
  let servedAtCheck = -1;
  async function seen(): Promise<Seen> {
    if (server.busy() > 0 || server.served() !== servedAtCheck) {
      servedAtCheck = server.busy() > 0 ? -1 : server.served();
      // In this order, so that results are never older than the effects that they explain.
      checkedEpoch = (await standing()).epoch;
      audit.push(...(await readAudit(owner, id, audit.at(-1)?.seq ?? first.at(-1)?.seq ?? 0)));
      processed = await readProcessed(owner, id);
    }
    return { epoch: checkedEpoch, history: [...first, ...audit], processed, direct };
  }
  return {
    seen,
    fields,
    async serve(path, text) {
      if (path === 'push')
        for (const mutation of (JSON.parse(text) as { mutations: Parameters<AcceptedWatch['sent']>[0][] }).mutations)
          accepted.sent(mutation);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      // The restaurant is small; a low limit still splits the pull into pages.
      const body = path === 'pull' ? JSON.stringify({ ...(JSON.parse(text) as object), limit: pageSize }) : text;
      const request = new Request(`http://localhost/backend/sync/${path}`, { method: 'POST', headers, body });
      const response = await server.fetch(request);
      return { status: response.status, text: await response.text() };
    },
    truth: null,
    standing,
    async check() {
      const inOrder = (await readProcessed(owner, id)).toSorted(
        (a, b) => a.version - b.version || (a.mid ?? 0) - (b.mid ?? 0),
      );
      effects = new Map(
        inOrder.map(({ key, clientId, mid, outcome, version, isSuperseded, code }) => [
          key,
          {
            key,
            user: restaurant.userId,
            clientId,
            mid: mid ?? 0,
            outcome,
            version,
            isSuperseded,
            code,
            epoch: '',
            wrote: [],
          },
        ]),
      );
      const found = await readServerRows(server, restaurant);
      rows = Object.entries(found).flatMap(([table, list]) => list.map((row) => ({ table: table as Table, row })));
    },
    rulesBroken: async () => accepted.faults(await readDecided(owner, id), rows, hasRestored),
    effect: (key) => effects.get(key),
    effects: () => [...effects.values()],
    rowsNow: () => rows,
    movements: () => new Map(),
    async elsewhere(random, time) {
      const item = random.pick(restaurant.itemIds);
      const category = restaurant.categoryIds[restaurant.itemIds.indexOf(item) % 2]!;
      const order_status = random.pick(['accepted', 'ready', 'completed', 'cancelled']);
      const path = `/menu/books/${restaurant.bookId}/categories/${category}/items/${item}/update-availability`;
      const dice = random.next();
      const guest = `/public/restaurants/${restaurant.slug}/reservations`;
      if (dice >= 0.85) {
        // A guest books or holds a table, says who they are, or cancels.
        const contact = { name: 'Ada Guest', phone: '+447700900112' };
        if (reservationToken !== null && random.chance(0.4))
          await send(
            'POST',
            `${guest}/${reservationToken}/${random.pick(['details', 'cancel'])}`,
            dice < 0.93 ? contact : {},
          );
        else {
          const party = { guests_count: random.between(1, 4), starts_at: someSlot(random, time, 1) };
          const body = { ...party, ...(random.chance(0.3) ? { is_hold: true } : contact) };
          const booked = await send<{ token: string }>('POST', guest, body);
          if (booked?.status === 200) reservationToken = booked.data.token;
        }
        return;
      }
      if (dice < 0.4) await moveOrder(random.pick(restaurant.orderIds), order_status);
      else if (dice < 0.75)
        await send(
          'PUT',
          path,
          { is_available: random.chance(0.5) },
          { call: 'menu.setAvailability', path: { itemId: item } },
        );
      else if (chatToken === null) {
        const body = { customer: { name: 'Passer-by', phone: '+447700900111' }, message: 'Hello' };
        const chat = await send<{ token: string }>('POST', `/public/restaurants/${restaurant.slug}/chats`, body);
        if (chat?.status === 200) chatToken = chat.data.token;
      } else {
        const chat = `/public/restaurants/${restaurant.slug}/chats/${chatToken}/messages`;
        await send('POST', chat, { message: 'And?' });
      }
    },
    async remove() {
      const { rows: found } = await owner.query<{ id: string }>(
        'SELECT id FROM orders WHERE restaurant_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1',
        [id],
      );
      if (found[0]) await send('POST', '/orders/delete', { orderId: found[0].id });
    },
    importDishes: async () => undefined,
    async backUp() {
      backup = await readAll(owner, id);
      fields.backUp();
    },
    async restore(epoch) {
      if (!backup) return false;
      await writeAll(owner, id, backup, epoch);
      fields.restore(epoch);
      hasRestored = true;
      first = await readStanding(owner, id);
      direct = new Set([...direct, ...first.map((row) => row.version)]);
      audit = [];
      servedAtCheck = -1;
      return true;
    },
    // Ages the tombstones by a month; then the server's own loop removes them.
    async purge() {
      await locked(owner, id, async (client) => {
        await client.query('SET LOCAL session_replication_role = replica');
        for (const table of tables)
          await client.query(
            `UPDATE ${table} SET deleted_at = deleted_at - interval '31 days' WHERE restaurant_id = $1 AND deleted_at IS NOT NULL`,
            [id],
          );
      });
      await deleteOldTombstones(owner, new Date(now()), server.log);
      for (const one of sync.retention!) await deleteOldRows(owner, one, new Date(now()));
    },
    crash: () => server.crash(),
    async poison(_key, kind, touches) {
      if (kind !== 'once' && kind !== 'stored') return false;
      for (const touch of touches) {
        const row = touch.split(':')[1]!;
        sick.add(row);
        await makeSick(owner, row, kind === 'once' ? 1 : 1_000_000);
      }
      return touches.length > 0;
    },
    cure: () => cure(owner, [...sick]),
    onVersion: (listener) =>
      server.bus.subscribe(id, (version) => void standing().then(({ epoch }) => listener(epoch, version))),
    faults: () => sickness.judge(server.faults.splice(0)),
  };
}

/** All rows of a restaurant at one moment, like a nightly backup. */
async function readAll(owner: pg.Pool, id: string): Promise<Map<string, unknown[]>> {
  const backup = new Map<string, unknown[]>();
  await locked(owner, id, async (client) => {
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ row: unknown }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE restaurant_id = $1`,
        [id],
      );
      backup.set(
        table,
        rows.map(({ row }) => row),
      );
    }
  });
  return backup;
}

/** Writes the backup and the new epoch in one transaction: no device sees one without the other. */
const writeAll = (owner: pg.Pool, id: string, backup: Map<string, unknown[]>, epoch: string) =>
  locked(owner, id, async (client) => {
    // Skips triggers and foreign keys: a restore is not a change.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [table, rows] of backup) {
      if (table === 'spaces') {
        // Update this row: a transaction that waits for its lock must not find it deleted.
        const columns = Object.keys(rows[0] as object).join(', ');
        const update = `UPDATE spaces SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::spaces, $2::jsonb)) WHERE restaurant_id = $1`;
        await client.query(update, [id, JSON.stringify(rows[0])]);
        continue;
      }
      await client.query(`DELETE FROM ${table} WHERE restaurant_id = $1`, [id]);
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
        JSON.stringify(rows),
      ]);
    }
    await client.query('UPDATE spaces SET epoch = $2 WHERE restaurant_id = $1', [id, epoch]);
  });

/** Takes the space's lock like every writing transaction, so that it and running calls wait for each other. */
async function locked(owner: pg.Pool, id: string, run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM spaces WHERE restaurant_id = $1 FOR UPDATE', [id]);
    await run(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Users and sessions survive the restore of one restaurant. */
async function tablesOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table_name: string }>(
    `SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'restaurant_id' AND t.table_type = 'BASE TABLE'
        AND c.table_name NOT IN ('users', 'sessions', 'sim_audit', 'sim_processed') ORDER BY 1`,
  );
  return rows.map((row) => row.table_name);
}
