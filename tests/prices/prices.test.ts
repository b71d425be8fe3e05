import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { newManualOrder } from '../../contract/orders/manual-order.ts';
import { priceDish, type Choice } from '../../contract/orders/price-dish.ts';
import { withSums } from '../../contract/orders/totals.ts';
import { newId } from '../../server/platform/ids.ts';
import { receipt } from '../../src/features/orders/print/ticket.ts';
import { addDish, createBody, draftOf, editBody, emptyDraft } from '../../src/features/point-of-sale/draft.ts';
import { previewOf } from '../../src/features/point-of-sale/preview.ts';
import { dishesOf } from '../../src/features/point-of-sale/dishes-of.ts';
import { encodeTicket } from '../../src/features/orders/print/escpos.ts';
import { requestData, callApi } from '../support/api.ts';
import { seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { addedTo, randomMenu, randomPicks, wireOf, type ItemBody, type Picked, type RandomMenu } from './menu.ts';
import { amountIn, bumped, discountedTax, inCurrency } from './own-sums.ts';

const ROUNDS = 6;
const ORDERS = 6;
const NOW = '2026-11-20T18:30:00.000Z';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
  owner = await signUp(app);
});
afterAll(() => app.close());

const request = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

/** The order as a promotion would leave it. */
async function withDiscount(order: Order, discount_amount: number): Promise<Order> {
  const { taxes, tax_amount, total_amount, lines } = withSums({ ...order, discount_amount }, order.lines);
  await bumped(
    app.pools.owner,
    owner.restaurant.id,
    `UPDATE orders SET discount_amount = $3, taxes = $4, tax_amount = $5, total_amount = $6, due_amount = $6, lines = $7, version = $2
      WHERE restaurant_id = $1 AND id = $8`,
    [discount_amount, JSON.stringify(taxes), tax_amount, total_amount, JSON.stringify(lines), order.id],
  );
  return request<Order>('GET', `/orders/${order.id}`);
}

interface Bought {
  item: ItemBody;
  variant: ItemBody['variants'][number] | undefined;
  picks: Picked[];
  quantity: number;
}

/** What the order comes to, by an own computation: exact tax in fractions of a penny, rounded once for each rate. */
function expectedOf(menu: RandomMenu, bought: readonly Bought[]) {
  const lines = bought.map(({ item, variant, picks, quantity }) => {
    const usual = variant ?? item.variants.find((one) => one.is_default);
    return quantity * ((usual ?? item).price_amount + addedTo(picks));
  });
  const grossBy = new Map<string, number>();
  for (const [i, { item }] of bought.entries()) {
    const rate = item.tax_rate_bp ?? menu.categoryRate;
    const isInclusive = item.is_tax_inclusive ?? menu.taxMode === 'inclusive';
    if (rate !== null) grossBy.set(`${rate} ${isInclusive}`, (grossBy.get(`${rate} ${isInclusive}`) ?? 0) + lines[i]!);
  }
  let tax = 0;
  let onTop = 0;
  for (const [key, gross] of grossBy) {
    const [rate, isInclusive] = [Number(key.split(' ')[0]), key.endsWith('true')];
    // In whole numbers: twice the numerator over twice the divisor, half rounds up.
    const divisor = BigInt(isInclusive ? 10_000 + rate : 10_000);
    const amount = Number((2n * BigInt(gross) * BigInt(rate) + divisor) / (2n * divisor));
    tax += amount;
    if (!isInclusive) onTop += amount;
  }
  const subtotal = lines.reduce((sum, line) => sum + line, 0);
  return { lines, subtotal_amount: subtotal, tax_amount: tax, total_amount: subtotal + onTop };
}

const sumsOf = (order: Pick<Order, 'lines' | 'subtotal_amount' | 'tax_amount' | 'total_amount'>) => ({
  lines: order.lines.map((line) => line.total_amount),
  subtotal_amount: order.subtotal_amount,
  tax_amount: order.tax_amount,
  total_amount: order.total_amount,
});

let guests = 0;
/** One number may order so often in ten minutes. */
const nextGuest = () => ({ name: 'Priya Nair', phone: `020 7946 ${1000 + (guests += 1)}` });

test.each(Array.from({ length: ROUNDS }, (_, seed) => seed + 1))(
  'device, API, storefront and ticket come to the same totals (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const currency = (['GBP', 'JPY', 'KWD'] as const)[seed % 3]!;
    await inCurrency(app.pools.owner, owner.restaurant.id, currency);
    const menu = randomMenu(random, newId);
    const groups: ModifierGroup[] = [];
    for (const group of menu.groups) groups.push(await request<ModifierGroup>('POST', '/menu/modifier-groups', group));
    const book = await request<MenuBook>('POST', '/menu/books', {
      name: `Menu ${seed}`,
      status: 'published',
      tax_mode: menu.taxMode,
    });
    const at = `/menu/books/${book.id}/categories`;
    const category = await request<MenuCategory>('POST', at, { name: 'Mains', tax_rate_bp: menu.categoryRate });
    const items: MenuItem[] = [];
    for (const item of menu.items) items.push(await request<MenuItem>('POST', `${at}/${category.id}/items`, item));
    const dishes = dishesOf({ items, categories: [category], books: [book], groups });
    let modifiers = 0;

    for (let n = 0; n < ORDERS; n += 1) {
      const bought = Array.from({ length: random.between(1, 4) }, (): Bought => {
        const item = random.pick(menu.items);
        const needsVariant = item.variants.length > 0 && !item.variants.some((one) => one.is_default);
        const variant = needsVariant || random.chance(0.5) ? random.shuffled(item.variants)[0] : undefined;
        const refs = item.modifier_groups.map(({ id }) => id);
        return { item, variant, picks: randomPicks(random, menu.groups, refs), quantity: random.between(1, 9) };
      });
      const expected = expectedOf(menu, bought);
      const choices = bought.map(({ item, variant, picks, quantity }) => ({
        menu_item_id: item.id,
        ...(variant ? { variant_id: variant.id } : {}),
        modifiers: wireOf(picks),
        quantity,
      }));
      const kitchenNames = new Map(menu.groups.map((group) => [group.id, group.kitchen_name ?? undefined]));
      modifiers += choices.reduce((sum, line) => sum + line.modifiers.length, 0);

      // The device, as the point of sale makes it.
      let draft = emptyDraft();
      for (const { menu_item_id, quantity, ...choice } of choices) {
        const outcome = priceDish(dishes.get(menu_item_id)!, choice as Choice, NOW);
        if (outcome.kind !== 'priced') throw new Error(JSON.stringify(outcome));
        draft = addDish(draft, menu_item_id, outcome.dish, newId());
        // A line of its own, whatever was bought before.
        draft = {
          ...draft,
          lines: draft.lines.map((line, i) =>
            i === draft.lines.length - 1 ? { ...line, quantity, note: `${i}` } : line,
          ),
        };
      }
      const place = { country: 'GB', currency, usualMinutes: 20 };
      const now = Date.parse(NOW);
      expect(previewOf(draft, undefined, place, now).total_amount).toBe(expected.total_amount);
      const body = createBody(draft, newId(), undefined, place);
      const here = newManualOrder(body, draft.lines, {
        id: body.id!,
        opId: newId(),
        occurredAt: NOW,
        now: NOW,
        actor: null,
        version: 0,
        orderNo: '',
        currency,
        prepMinutes: 20,
        customer: { customer_id: null, customer: { name: '', phone: null, email: null }, allergens: [] },
      });
      expect(sumsOf(here)).toEqual(expected);

      // The API, from what the device sends and from the bare choices.
      const sent = await request<Order>('POST', '/orders', body);
      expect(sent.lines).toEqual(here.lines);
      expect(sumsOf(sent)).toEqual(expected);
      for (const one of sent.lines.flatMap((line) => line.modifiers ?? []))
        expect(one.group_kitchen_name).toBe(kitchenNames.get(one.group_id!));
      const bare = { channel: 'walk_in', order_type: 'pickup', lines: choices };
      expect(sumsOf(await request<Order>('POST', '/orders', bare))).toEqual(expected);

      // The storefront.
      const placed = await requestData<Omit<Order, 'lines'> & { lines: Order['lines'] }>(
        app.fetch,
        'POST',
        `/public/restaurants/${owner.restaurant.slug}/orders`,
        {
          body: {
            order_type: 'pickup',
            lines: choices,
            customer: nextGuest(),
            expected_total_amount: expected.total_amount,
          },
        },
      );
      expect(sumsOf(placed)).toEqual(expected);

      // The ticket.
      const printed = receipt({
        order: sent,
        restaurant: { ...owner.restaurant, vat_registered: true },
        now: Date.parse(NOW),
        printedAt: null,
      });
      const amounts = printed.flatMap((line) => (line.kind === 'dish' && line.amount ? [line.amount] : []));
      expect(amounts.map((text) => amountIn(text, currency))).toEqual(expected.lines);
      const pairs = printed.flatMap((line) => (line.kind === 'pair' ? [line] : []));
      const saysOf = (left: string) =>
        pairs.filter((line) => line.left.startsWith(left)).map(({ right }) => amountIn(right, currency));
      expect(saysOf('Total')).toEqual([expected.total_amount]);
      expect(saysOf('Subtotal')).toEqual([expected.subtotal_amount]);
      const rates = printed.filter((line) => line.kind === 'columns').slice(1);
      expect(rates.reduce((sum, { second }) => sum + amountIn(second, currency), 0)).toBe(expected.tax_amount);
      // On paper, too.
      const paper = new TextDecoder('latin1').decode(encodeTicket(printed));
      const total = paper.split('\n').find((row) => row.includes('Total'))!;
      expect(amountIn(total, currency)).toBe(expected.total_amount);

      // With a discount, and with another quantity of the first line, on device and server.
      const discount_amount = random.between(0, expected.subtotal_amount);
      const cheaper = await withDiscount(sent, discount_amount);
      const [first, ...others] = cheaper.lines;
      const quantity = random.between(1, 9);
      const wish = {
        ...draftOf(cheaper),
        lines: draftOf(cheaper).lines.map((line, i) => (i === 0 ? { ...line, quantity } : line)),
      };
      const correction = editBody(wish, cheaper, { country: 'GB' });
      if (correction) {
        const lines = [(first!.total_amount / first!.quantity) * quantity, ...others.map((line) => line.total_amount)];
        const subtotal = lines.reduce((sum, line) => sum + line, 0);
        const tax = discountedTax(
          cheaper.lines.map((line, i) => ({ ...line, total_amount: lines[i]! })),
          Math.min(discount_amount, subtotal),
        );
        const total_amount = subtotal - Math.min(discount_amount, subtotal) + tax.onTop;
        expect(previewOf(wish, cheaper, place, now).total_amount).toBe(total_amount);
        const corrected = await request<Order>('PUT', `/orders/${sent.id}`, correction);
        expect(sumsOf(corrected)).toEqual({ lines, subtotal_amount: subtotal, tax_amount: tax.all, total_amount });
        expect(corrected.lines.reduce((sum, line) => sum + (line.tax_amount ?? 0), 0)).toBe(tax.all);
      }
    }
    // A menu without choices would prove nothing.
    expect(modifiers).toBeGreaterThan(0);
  },
  // Hundreds of requests.
  120_000,
);

test.each([
  ['more of one than may be had', 3],
  ['none of it', 0],
] as const)('device, API and storefront refuse %s alike', async (_, quantity) => {
  const groupId = newId();
  const group = await request<ModifierGroup>('POST', '/menu/modifier-groups', {
    id: groupId,
    name: 'Dips',
    selection_type: 'quantity',
    min_selected: 1,
    modifiers: [{ id: newId(), name: 'Mint', price_amount: 80, max_quantity: 2 }],
  });
  const book = await request<MenuBook>('POST', '/menu/books', { name: 'Dips only', status: 'published' });
  const at = `/menu/books/${book.id}/categories`;
  const category = await request<MenuCategory>('POST', at, { name: 'Mains' });
  const item = await request<MenuItem>('POST', `${at}/${category.id}/items`, {
    name: 'Nachos',
    price_amount: 500,
    modifier_groups: [{ id: groupId }],
  });
  const modifiers = quantity > 0 ? [{ group_id: groupId, modifier_id: group.modifiers[0]!.id, quantity }] : [];
  const dish = dishesOf({ items: [item], categories: [category], books: [book], groups: [group] }).get(item.id)!;
  const here = priceDish(dish, { modifiers }, NOW);
  expect(here.kind).toBe('refused');
  const fields = here.kind === 'refused' ? here.field_errors : {};
  const lines = [{ menu_item_id: item.id, quantity: 1, modifiers }];
  const there = Object.fromEntries(Object.entries(fields).map(([field, why]) => [`lines.0.${field}`, why]));
  const staff = { channel: 'walk_in', order_type: 'pickup', lines };
  const guest = { order_type: 'pickup', lines, customer: nextGuest() };
  const shop = `/public/restaurants/${owner.restaurant.slug}/orders`;
  for (const [path, body, token] of [
    ['/orders', staff, owner.token],
    [shop, guest, undefined],
  ] as const) {
    const { status, error } = await callApi(app.fetch, 'POST', path, { body, ...(token && { token }) });
    expect([status, error?.field_errors]).toEqual([422, there]);
  }
});
