import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import type { Promotion } from '../../contract/promotions/calls.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi, requestData } from '../support/api.ts';
import { seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { ownDiscounts, ownTotals, type OwnOrder } from './own-computation.ts';
import { randomPromotion } from './random-promotions.ts';

const ROUNDS = 5;
const ORDERS = 18;
const NOW = '2026-11-20T18:30:00.000Z';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());

const request = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

/** A book that is kept beside the server's: who used what. */
interface Ledger {
  times: Map<string, number>;
  spent: Map<string, number>;
  byCustomer: Map<string, Record<string, number>>;
  orders: Map<string, number>;
}

test(
  'orders cost what an independent computation and its own ledger say',
  async () => {
    const random = seeded(9_420_261);
    let applied = 0;
    let exhausted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      owner = await signUp(app);
      // With two, none and three decimals.
      const currency = ['GBP', 'JPY', 'KWD'][round % 3]!;
      await app.pools.owner.query('UPDATE restaurants SET currency = $2 WHERE restaurant_id = $1', [
        owner.restaurant.id,
        currency,
      ]);
      const { categories, dishes } = await makeDishes(random);
      const now = app.clock.now().toISOString();
      const places = { categories, dishes: dishes.map(({ id }) => id), now };
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1)
        ids.push((await request<Promotion>('POST', '/promotions', randomPromotion(random, n, places))).id);
      // One that is surely used up while codes are still tried.
      const scarce = {
        name: 'Scarce',
        promotion_type: 'percentage',
        value_bp: 3333,
        code: 'Scarce',
        usage_limit: 2,
        priority: 9,
      };
      ids.push((await request<Promotion>('POST', '/promotions', { ...scarce, is_stackable: random.chance(0.5) })).id);
      const ledger: Ledger = { times: new Map(), spent: new Map(), byCustomer: new Map(), orders: new Map() };

      for (let n = 0; n < ORDERS; n += 1) {
        app.clock.pass(random.between(1, 90) * 60_000);
        const promotions = await Promise.all(ids.map((id) => request<Promotion>('GET', `/promotions/${id}`)));
        // The server's own counts are compared with the ledger, then the ledger's are used.
        for (const one of promotions)
          expect([one.times_used, one.spent_amount]).toEqual([
            ledger.times.get(one.id) ?? 0,
            ledger.spent.get(one.id) ?? 0,
          ]);
        const phone = random.chance(0.3) ? null : random.pick(['020 7946 0111', '020 7946 0222']);
        const chosen = random.shuffled(dishes).slice(0, random.between(1, 4));
        const lines = chosen.map((dish) => ({ id: newId(), menu_item_id: dish.id, quantity: random.between(1, 4) }));
        const before = ledger.orders.get(phone ?? '') ?? 0;
        const order: OwnOrder = {
          lines: lines.map(({ id, quantity }, i) => ({
            id,
            dish: chosen[i]!.id,
            category: chosen[i]!.category_id,
            quantity,
            amount: chosen[i]!.price_amount * quantity,
            rate: chosen[i]!.tax_rate_bp ?? null,
            isInclusive: chosen[i]!.is_tax_inclusive ?? true,
          })),
          fee: 0,
          type: random.pick(['pickup', 'dine_in']),
          channel: 'walk_in',
          at: app.clock.now().toISOString(),
          zone: owner.restaurant.timezone,
          codes: [],
          customer:
            phone === null
              ? null
              : {
                  before,
                  segment: before >= 2 ? 'regular' : 'new',
                  uses: ledger.byCustomer.get(phone) ?? {},
                },
        };
        // A code that does nothing is refused, so only those that work are sent; one that does not is tried first.
        const code = random.pick([null, null, ...promotions.flatMap((one) => one.code ?? [])]);
        const given = ownDiscounts(promotions, { ...order, codes: code ? [code] : [] });
        const works =
          code === null || given.some(({ id }) => promotions.some((one) => one.id === id && one.code === code));
        const body = {
          id: newId(),
          channel: 'walk_in',
          order_type: order.type,
          lines,
          ...(phone ? { customer: { name: 'Guest', phone } } : {}),
          ...(order.type === 'dine_in' ? { table_name: '4' } : {}),
          ...(code ? { promotion_codes: [code] } : {}),
        };
        const answer = await callApi<Order>(app.fetch, 'POST', '/orders', { token: owner.token, body });
        if (!works) {
          expect(['promotion_not_applicable', 'promotion_exhausted']).toContain(answer.error?.code);
          exhausted += answer.error?.code === 'promotion_exhausted' ? 1 : 0;
          continue;
        }
        expect(answer.error).toBeNull();
        expect(answer.data.currency).toBe(currency);
        const expected = ownTotals(order, given);
        const { data } = answer;
        expect(data).toMatchObject(expected);
        expect((data.discounts ?? []).map((one) => [one.promotion_id, one.discount_amount])).toEqual(
          given.map(({ id, amount }) => [id, amount]),
        );
        expect(data.lines.reduce((sum, line) => sum + (line.tax_amount ?? 0), 0)).toBe(expected.tax_amount);
        applied += given.length;
        enter(ledger, phone, given);
        // A cancelled order was never there.
        if (random.chance(0.2)) {
          await request('POST', `/orders/${data.id}/status`, {
            order_status: 'cancelled',
            reason: 'other',
            note: 'No',
          });
          enter(ledger, phone, given, -1);
        }
      }
    }
    expect(applied).toBeGreaterThan(30);
    expect(exhausted).toBeGreaterThan(0);
  },
  // Hundreds of requests.
  120_000,
);

function enter(ledger: Ledger, phone: string | null, given: ReturnType<typeof ownDiscounts>, sign = 1): void {
  const uses = { ...ledger.byCustomer.get(phone ?? '') };
  for (const { id, amount } of given) {
    ledger.times.set(id, (ledger.times.get(id) ?? 0) + sign);
    ledger.spent.set(id, (ledger.spent.get(id) ?? 0) + sign * amount);
    uses[id] = (uses[id] ?? 0) + sign;
  }
  if (phone === null) return;
  ledger.byCustomer.set(phone, uses);
  ledger.orders.set(phone, (ledger.orders.get(phone) ?? 0) + sign);
}

async function makeDishes(random: ReturnType<typeof seeded>) {
  const { id: bookId } = await request<{ id: string }>('POST', '/menu/books', { name: 'Evening', status: 'published' });
  const categories: string[] = [];
  const dishes: MenuItem[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { id } = await request<{ id: string }>('POST', `/menu/books/${bookId}/categories`, { name: `Part ${i}` });
    categories.push(id);
    for (let j = 0; j < 3; j += 1)
      dishes.push(
        await request<MenuItem>('POST', `/menu/books/${bookId}/categories/${id}/items`, {
          name: `Dish ${i}${j}`,
          price_amount: random.between(1, 1800),
          ...(random.chance(0.8)
            ? { tax_rate_bp: random.pick([0, 500, 1250, 2000]), is_tax_inclusive: random.chance(0.6) }
            : {}),
        }),
      );
  }
  return { categories, dishes };
}
