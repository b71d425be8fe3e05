import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryLocation } from '../../contract/delivery/rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { priceDish, type Choice } from '../../contract/orders/price-dish.ts';
import { sumsOf } from '../../contract/orders/sums.ts';
import type { Promotion } from '../../contract/promotions/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { dishesOf, type MenuDish } from '../../src/features/point-of-sale/dishes-of.ts';
import {
  addDish,
  addOther,
  chooseAnew,
  createBody,
  draftOf,
  editBody,
  emptyDraft,
  limitFault,
  missingIn,
  setLine,
  type Draft,
} from '../../src/features/point-of-sale/draft.ts';
import { placeOf, previewOf } from '../../src/features/point-of-sale/preview.ts';
import { pricePromotionsOf } from '../../src/features/point-of-sale/use-promotions.ts';
import { callApi, requestData } from '../support/api.ts';
import { seeded, type Seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { randomMenu, randomPicks, wireOf, type RandomMenu } from './menu.ts';

const ORDERS = 12;
const EDITS = 5;
const NOW = Date.parse('2026-11-20T18:30:00.000Z');

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: new Date(NOW).toISOString() });
  owner = await signUp(app);
});
afterAll(() => app.close());

const request = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

const area = (postcodes: string[], more: object) => ({
  name: postcodes.join(),
  area: { location_type: 'postcodes', postcodes },
  ...more,
});

const weekly = [
  { name: 'Week', promotion_type: 'percentage', value_bp: 1000, applies_to: 'order', is_stackable: true },
  {
    name: 'Free',
    promotion_type: 'free_delivery',
    applies_to: 'delivery_fee',
    min_order_amount: 3000,
    is_stackable: true,
  },
];
/** Of the restaurant, once for all seeds. */
const locations: DeliveryLocation[] = [];
const promotions: Promotion[] = [];

/** What a person does to a draft at the till. */
function change(random: Seeded, draft: Draft, menu: RandomMenu, dishes: ReadonlyMap<string, MenuDish>): Draft {
  const chosen = () => {
    const item = random.pick(menu.items);
    const picks = wireOf(
      randomPicks(
        random,
        menu.groups,
        item.modifier_groups.map(({ id }) => id),
      ),
    );
    const variant = random.shuffled(item.variants)[0];
    const choice = { ...(variant && { variant_id: variant.id }), modifiers: picks } as Choice;
    const outcome = priceDish(dishes.get(item.id)!, choice, new Date(NOW).toISOString());
    if (outcome.kind !== 'priced') throw new Error(JSON.stringify(outcome));
    return { id: item.id, dish: outcome.dish };
  };
  const line = random.shuffled(draft.lines)[0];
  switch (random.between(0, 9)) {
    case 0:
      return { ...draft, source: draft.source === 'table' ? 'walk_in' : 'table', table: '4' };
    case 1:
    case 2:
      return { ...draft, source: 'walk_in', type: draft.type === 'pickup' ? 'delivery' : 'pickup' };
    case 3:
    case 4:
      return {
        ...draft,
        address: { ...draft.address, line_1: '4 Quay', postal_code: random.pick(['SE1 9GF', 'N1 2AB', 'E1 6AN']) },
      };
    case 5:
      return { ...draft, fee: random.pick(['', '4.20', '0']) };
    case 6:
      return addOther(draft, 'Corkage', random.between(0, 900), newId());
    case 7:
      return line ? setLine(draft, line.id, { quantity: random.between(0, 6) }) : draft;
    case 8: {
      const { dish } = chosen();
      return line?.menu_item_id && dishes.get(line.menu_item_id)!.item.name === dish.name.split(',')[0]
        ? chooseAnew(draft, line.id, dish)
        : draft;
    }
    default: {
      const { id, dish } = chosen();
      return addDish(draft, id, dish, newId());
    }
  }
}

test.each([1, 2, 3])(
  'the till shows what the server stores, of new orders and of corrections (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const menu = randomMenu(random, newId);
    const groups: ModifierGroup[] = [];
    for (const group of menu.groups) groups.push(await request<ModifierGroup>('POST', '/menu/modifier-groups', group));
    const book = await request<MenuBook>('POST', '/menu/books', { name: `Menu ${seed}`, tax_mode: menu.taxMode });
    const at = `/menu/books/${book.id}/categories`;
    const category = await request<MenuCategory>('POST', at, { name: 'Mains', tax_rate_bp: menu.categoryRate });
    const items: MenuItem[] = [];
    for (const item of menu.items)
      items.push(
        await request('POST', `${at}/${category.id}/items`, { ...item, prep_minutes: random.pick([null, 35]) }),
      );
    const dishes = dishesOf({ items, categories: [category], books: [book], groups });
    const here = [
      area(['SE1'], { fee_amount: 600, free_over_amount: 4000 }),
      area(['N1'], {
        fee_amount: 900,
        min_order_amount: 1500,
        fee_tiers: [{ min_order_amount: 2500, fee_amount: 350 }],
      }),
    ];
    if (seed === 1) {
      for (const one of here) locations.push(await request('POST', '/settings/delivery-locations', one));
      for (const one of weekly)
        promotions.push(await request('POST', '/promotions', { is_automatic: true, is_enabled: true, ...one }));
    }

    const till = { restaurant: owner.restaurant, menu: dishes, locations, now: NOW };
    /** What the screen does with a draft. */
    const show = (draft: Draft, looked: Order | undefined) => {
      const { place, delivery } = placeOf(draft, looked, till);
      const order = previewOf(draft, looked, place, NOW);
      const known = { promotions, customer: null, uses: new Map<string, number>() };
      const discounts = pricePromotionsOf({ draft, looked, order, ...till }, known)?.discounts;
      const isBlocked = missingIn(draft, looked) ?? delivery?.fault ?? limitFault(draft, looked, dishes);
      return { place, discounts, isBlocked, preview: previewOf(draft, looked, place, NOW, discounts) };
    };
    const partsOf = ({ lines, ...order }: Order) => ({
      lines: lines.map(({ name, quantity, total_amount, modifiers }) => [name, quantity, total_amount, modifiers]),
      subtotal: order.subtotal_amount,
      parts: sumsOf(order),
      total: order.total_amount,
      due: order.due_amount,
      due_at: order.due_at,
      type: order.order_type,
    });
    let deliveries = 0;
    let refused = 0;
    let saved = 0;
    for (let n = 0; n < ORDERS; n += 1) {
      let draft = emptyDraft('walk_in');
      let order: Order | undefined;
      for (let step = 0; step < EDITS; step += 1) {
        for (let times = random.between(1, 3); times > 0; times -= 1) draft = change(random, draft, menu, dishes);
        const { place, discounts, isBlocked, preview } = show(draft, order);
        const isNew = order === undefined;
        const body = isNew
          ? createBody(draft, newId(), undefined, place, discounts)
          : editBody(draft, order!, place, discounts);
        if (!body || draft.lines.length === 0) continue;
        // Another device corrects it without the sums of this one: by the same rules, they are the same.
        const { delivery_fee_amount: fee, discounts: _, prep_minutes: __, ...bare } = body;
        const sent = random.chance(0.5) ? { ...bare, ...(draft.fee !== '' && { delivery_fee_amount: fee }) } : body;
        const {
          data: stored,
          status,
          error,
        } = isNew
          ? await callApi<Order>(app.fetch, 'POST', '/orders', { token: owner.token, body: sent })
          : await callApi<Order>(app.fetch, 'PUT', `/orders/${order!.id}`, { token: owner.token, body: sent });
        if (isBlocked) {
          refused += 1;
          if (status !== 200) continue;
        }
        expect([status, error]).toEqual([200, null]);
        if (!isBlocked) expect(partsOf(stored)).toEqual(partsOf(preview));
        const parts = sumsOf(stored).filter(({ kind }) => kind === 'part');
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(stored.total_amount);
        expect(parts.map(({ id }) => id)).not.toContain('Other');
        if (stored.delivery_fee_amount > 0) deliveries += 1;
        saved += 1;
        order = stored;
        draft = draftOf(stored);
      }
    }
    // Without deliveries and refusals it would prove little.
    expect(Math.min(deliveries, saved - deliveries, refused)).toBeGreaterThan(0);
  },
  120_000,
);
