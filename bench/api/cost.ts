import type pg from 'pg';
import { SCHEMA, type Cursor } from '../../contract/sync/calls.ts';
import type { OpeningHours } from '../../contract/restaurant/rows.ts';
import { openAccount, requestData } from '../../tests/e2e/api.ts';
import { postmasterPid } from '../../tests/e2e/database.ts';
import type { Galley } from '../../tests/e2e/galley.ts';
import { median, ms, table } from '../figures.ts';
import { countSent, cpuOf, type Cpu, type Sent } from './cpu.ts';
import { makeMenu, makeOrder, type Menu } from './fill.ts';
import { send } from './load.ts';

/** CPU of one request that both processes may take together, ms. */
const limits = {
  'pull, nothing new': 0.7,
  'pull, one change': 1.5,
  menu: 0.7,
  'menu, gzip': 0.7,
  'menu, not modified': 0.7,
  'storefront catalog': 0.8,
  'list of 15': 0.7,
  toggle: 2,
  'push of one mutation': 3,
  'storefront order': 8,
};
type Name = keyof typeof limits;
const names = Object.keys(limits) as Name[];

/** The first some hundred requests cost double. */
const WARM_UP = 4_000;
const ROUNDS = 3;
const PER_ROUND = Number(process.env['REQUESTS'] ?? 300);
const AT_ONCE = 4;

type Calls = Record<Name | 'settle', () => Promise<unknown>>;

interface Cost extends Sent, Cpu {
  wallMs: number;
}

export interface Costs {
  report: string;
  targets: [string, boolean][];
}

/** What one request costs, of restaurants of its own without a history. */
export async function measureCosts(galley: Galley, owner: pg.Pool): Promise<Costs> {
  const calls = await openCalls(galley, owner);
  for (let n = 0; n < WARM_UP; n += names.length * AT_ONCE) {
    await calls.settle();
    for (const name of names) await atOnce(calls[name], AT_ONCE);
  }
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<Name, Cost[]>;
  for (const name of names) {
    await calls.settle();
    const sent = await countSent(owner, calls[name]);
    for (let round = 0; round < ROUNDS; round++) costs[name].push({ ...sent, ...(await measure(calls[name])) });
  }
  const of = (name: Name, field: keyof Cost) => median(costs[name].map((cost) => cost[field]));
  const both = (name: Name) => of(name, 'node') + of(name, 'postgres');
  return {
    report: table([
      ['one request', 'CPU', 'Node', 'PostgreSQL', 'wall', 'statements', 'messages'],
      ...names.map((name) => [
        name,
        ms(both(name)),
        ms(of(name, 'node')),
        ms(of(name, 'postgres')),
        ms(of(name, 'wallMs')),
        String(of(name, 'statements')),
        String(of(name, 'messages')),
      ]),
    ]),
    targets: names.map((name) => [
      `${name}: ${ms(both(name))} of CPU (at most ${limits[name]} ms)`,
      both(name) <= limits[name],
    ]),
  };

  async function measure(call: () => Promise<unknown>): Promise<Omit<Cost, keyof Sent>> {
    const [server, postmaster] = [galley.pid(), postmasterPid(galley)];
    const before = cpuOf(server, postmaster);
    const began = performance.now();
    await atOnce(call, PER_ROUND);
    const wallMs = ((performance.now() - began) / PER_ROUND) * AT_ONCE;
    const after = cpuOf(server, postmaster);
    const each = (field: keyof Cpu) => (after[field] - before[field]) / PER_ROUND;
    return { node: each('node'), postgres: each('postgres'), wallMs };
  }
}

/** `count` calls, so many at a time. */
async function atOnce(call: () => Promise<unknown>, count: number): Promise<void> {
  let left = count;
  const some = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

async function openCalls(galley: Galley, owner: pg.Pool): Promise<Calls> {
  const api = `${galley.origin}/backend`;
  // Of the one that takes orders, jobs change rows later.
  const [read, written] = [await openKitchen(galley, owner, 'reads'), await openKitchen(galley, owner, 'writes')];
  const { token } = read;
  const clientId = crypto.randomUUID();
  let toggled = 0;
  let pushed = 0;
  let pushing: Promise<unknown> = Promise.resolve();
  let newest: Cursor;
  let etag = '';

  /** The first three are ordered. */
  const dish = ({ menu }: Kitchen) => {
    const n = toggled++ % (menu.itemIds.length - 3);
    return { id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[n + 3]! };
  };
  const availability = () => ({ is_available: Math.floor(toggled / 97) % 2 === 0 });
  const toggle = (kitchen: Kitchen) => {
    const { id, categoryId, itemId } = dish(kitchen);
    return send(`${api}/menu/books/${id}/categories/${categoryId}/items/${itemId}/update-availability`, {
      token: kitchen.token,
      method: 'PUT',
      body: availability(),
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  };
  const pull = (cursor: Cursor | null) =>
    send(`${api}/sync/pull`, { token, method: 'POST', body: { client_id: clientId, schema: SCHEMA, cursor } });
  const push = () => {
    const mutation = { ver: 1, call: 'menu.setAvailability', path: dish(written), body: availability() };
    const mutations = [{ mid: pushed + 1, key: crypto.randomUUID(), ...mutation }];
    const body = { client_id: clientId, schema: SCHEMA, confirm_upto: pushed, mutations };
    pushed += 1;
    return send(`${api}/sync/push`, { token: written.token, method: 'POST', body });
  };
  return {
    /** One dish is the newest change, and a reader has the menu of now. */
    async settle() {
      await toggle(read);
      const { data } = JSON.parse((await pull(null)).toString()) as { data: { epoch: string; to: number } };
      newest = { epoch: data.epoch, version: data.to };
      etag = (await fetch(`${api}/menu`, { headers: { authorization: `Bearer ${token}` } })).headers.get('etag') ?? '';
    },
    'pull, nothing new': () => pull(newest),
    'pull, one change': () => pull({ ...newest, version: newest.version - 1 }),
    menu: () => send(`${api}/menu`, { token }),
    'menu, gzip': () => send(`${api}/menu`, { token, headers: { 'accept-encoding': 'gzip' } }),
    'menu, not modified': () => send(`${api}/menu`, { token, headers: { 'if-none-match': etag } }),
    'storefront catalog': () => send(`${read.shop}/menu`, { headers: { 'accept-encoding': 'gzip' } }),
    'list of 15': () => send(`${api}/orders`, { token }),
    toggle: () => toggle(written),
    // A device pushes one after the other.
    'push of one mutation': () => (pushing = pushing.then(push)),
    'storefront order': () =>
      send(`${written.shop}/orders`, {
        method: 'POST',
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: {
          order_type: 'pickup',
          lines: written.menu.itemIds.slice(0, 3).map((menu_item_id) => ({ menu_item_id, quantity: 2 })),
          customer: { name: 'Ada Lovelace', phone: '+447700900142' },
        },
      }),
  };
}

interface Kitchen {
  token: string;
  menu: Menu;
  /** Its storefront API. */
  shop: string;
}

async function openKitchen(galley: Galley, owner: pg.Pool, name: string): Promise<Kitchen> {
  const account = await openAccount(galley, `${name}@galley.test`, `Kitchen that ${name}`, { hours: alwaysOpen });
  const { token, restaurantId } = account;
  const menu = await makeMenu(galley, account);
  await requestData(galley.origin, 'PUT', `/menu/books/${menu.bookId}`, { token, body: { status: 'published' } });
  for (let n = 0; n < 20; n++) await makeOrder(galley, account, menu);
  const { rows } = await owner.query<{ slug: string }>('SELECT slug FROM restaurants WHERE restaurant_id = $1', [
    restaurantId,
  ]);
  return { token, menu, shop: `${galley.origin}/backend/public/restaurants/${rows[0]!.slug}` };
}

const alwaysOpen: OpeningHours = {
  days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '00:00', close_time: '00:00' }],
  })),
  exceptions: [],
};
