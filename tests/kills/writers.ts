import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicOrder } from '../../contract/storefront/calls.ts';
import { PUSH_ENTRIES } from '../../contract/limits.ts';
import { SCHEMA, type MutationResult } from '../../contract/sync/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi } from '../e2e/api.ts';
import type { Kitchen } from '../e2e/kitchen.ts';
import { seeded, type Seeded } from '../support/seeded.ts';
import type { z } from 'zod/mini';

const RETRY_MS = 50;
/** The storefront takes 300 orders of one address in ten minutes. */
const PAUSE_MS = 300;
const ANSWER_WAIT_MS = 10_000;

export interface Writer {
  name: string;
  /** Writes until `stop`, each write again with the same key until it is answered. */
  run(): Promise<void>;
  /** Ends when what is under way is answered. */
  stop(): void;
  /** When the server last acknowledged a write, by `performance.now()`. */
  lastAck(): number;
}

/** A tablet that speaks the sync protocol: it makes dishes and prices them, several mutations a push. */
export interface DeviceWriter extends Writer {
  clientId: string;
  /** Mutations that the server said yes to, by key. */
  acknowledged: Map<string, { mid: number }>;
  /** The last price that the server said yes to, by the dish's name. */
  prices: Map<string, number>;
  /** What the server refused, which it has no reason to. */
  refused: string[];
}

/** A customer who orders at the storefront. */
export interface CustomerWriter extends Writer {
  /** Numbers of the orders that the server acknowledged, by the customer's name, which no two orders share. */
  orders: Map<string, string>;
  refused: string[];
}

interface Place {
  origin: string;
  kitchen: Kitchen;
  slug: string;
}

/** Asks until there is an answer that stands; null: none yet, because nobody answers or the server is not ready. */
async function tryOnce<T>(...args: Parameters<typeof callApi>): Promise<{ status: number; data: T } | null> {
  try {
    const answer = await Promise.race([callApi<T>(...args), sleep(ANSWER_WAIT_MS, null, { ref: false })]);
    return answer && answer.status < 500 && answer.status !== 429 ? answer : null;
  } catch {
    return null;
  }
}

export function makeDevice({ origin, kitchen }: Place, n: number): DeviceWriter {
  const random = seeded(n);
  const clientId = newId();
  const dish = kitchen.shown[0]!;
  const path = { id: dish.menu_book_id, categoryId: dish.category_id };
  const dishes: { id: string; name: string }[] = [];
  let nextMid = 1;
  let confirmed = 0;
  let isStopping = false;
  let ackedAt = 0;
  const device: DeviceWriter = {
    name: `device ${n}`,
    clientId,
    acknowledged: new Map(),
    prices: new Map(),
    refused: [],
    async run() {
      while (!isStopping) await send(Array.from({ length: random.between(1, 4) }, () => makeMutation(random)));
    },
    stop: () => void (isStopping = true),
    lastAck: () => ackedAt,
  };

  interface Mutation {
    mid: number;
    key: string;
    call: string;
    ver: number;
    path: Record<string, string>;
    body: Record<string, unknown>;
    /** The dish that it is about, and its price. */
    name: string;
    price: number;
  }

  function makeMutation(dice: Seeded): Mutation {
    const mid = nextMid++;
    const price = dice.between(100, 5000);
    const key = newId();
    const common = { mid, key, ver: 1, price };
    const known = dishes.length > 0 && dice.chance(0.6) ? dice.pick(dishes) : null;
    // A tablet's times grow, or an older price would rightly not stand.
    const operation = { occurred_at: new Date(Date.now() + mid).toISOString(), op_id: key };
    if (known)
      return {
        ...common,
        call: 'menu.editItem',
        path: { ...path, itemId: known.id },
        body: { price_amount: price, ...operation },
        name: known.name,
      };
    const made = { id: newId(), name: `Dish ${mid} of device ${n}` };
    dishes.push(made);
    return { ...common, call: 'menu.createItem', path, body: { ...made, price_amount: price }, name: made.name };
  }

  /** The same bytes until all of it is answered. */
  async function send(batch: Mutation[]): Promise<void> {
    let left = batch;
    while (left.length > 0) {
      const body = {
        client_id: clientId,
        schema: SCHEMA,
        confirm_upto: confirmed,
        mutations: left.slice(0, PUSH_ENTRIES).map(({ name: _name, price: _price, ...mutation }) => mutation),
      };
      const answer = await tryOnce<{ results: MutationResult[] }>(origin, 'POST', '/sync/push', {
        token: kitchen.token,
        body,
      });
      if (!answer) {
        await sleep(RETRY_MS);
        continue;
      }
      if (answer.status !== 200) throw new Error(`${device.name}: the push is answered ${answer.status}`);
      for (const result of answer.data.results)
        book(
          left.find(({ mid }) => mid === result.mid)!,
          result,
        );
      const last = answer.data.results.at(-1)?.mid ?? 0;
      left = left.filter(({ mid }) => mid > last);
      confirmed = Math.max(confirmed, last);
      if (answer.data.results.length === 0) await sleep(RETRY_MS);
    }
  }

  function book({ key, mid, name, price }: Mutation, { outcome, first_outcome, error }: MutationResult): void {
    if (outcome === 'rejected' || first_outcome === 'rejected')
      return void device.refused.push(`${device.name} ${mid}: ${error?.code}`);
    ackedAt = performance.now();
    device.acknowledged.set(key, { mid });
    device.prices.set(name, price);
  }
  return device;
}

export function makeCustomer({ origin, kitchen, slug }: Place, n: number): CustomerWriter {
  let isStopping = false;
  let ackedAt = 0;
  let count = 0;
  const customer: CustomerWriter = {
    name: `customer ${n}`,
    orders: new Map(),
    refused: [],
    async run() {
      while (!isStopping) {
        await order(`Guest ${n} ${++count}`);
        await sleep(PAUSE_MS);
      }
    },
    stop: () => void (isStopping = true),
    lastAck: () => ackedAt,
  };

  async function order(name: string): Promise<void> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      order_type: 'pickup',
      lines: [{ menu_item_id: kitchen.items.at(-1)!.id, quantity: 1 }],
      customer: { name, phone: `+4477009${String(n * 10_000 + (count % 10_000)).slice(-5)}` },
    };
    const address = `/public/restaurants/${slug}/orders`;
    for (;;) {
      const answer = await tryOnce<z.infer<typeof PublicOrder>>(origin, 'POST', address, { headers, body });
      if (!answer) {
        await sleep(RETRY_MS);
        continue;
      }
      if (answer.status >= 300) return void customer.refused.push(`${name}: ${answer.status}`);
      ackedAt = performance.now();
      customer.orders.set(name, answer.data.order_no);
      return;
    }
  }
  return customer;
}
