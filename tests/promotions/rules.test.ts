import { expect, test } from 'vitest';
import { newPromotion } from '../../contract/promotions/new-rows.ts';
import { pricePromotions, type Basket } from '../../contract/promotions/price.ts';
import { newId } from '../../server/platform/ids.ts';
import { seeded } from '../support/seeded.ts';
import { ownDiscounts, type OwnOrder } from './own-computation.ts';
import { randomPromotion } from './random-promotions.ts';

const ROUNDS = 2000;
const NOW = '2026-11-20T18:30:00.000Z';
/** With a change of the clocks between them. */
const zones = ['Europe/London', 'Africa/Lagos', 'America/New_York', 'Asia/Kolkata'];
const instants = ['2026-10-25T00:40:00.000Z', '2026-10-25T01:40:00.000Z', NOW, '2026-11-20T23:59:00.000Z'];

test('promotions take off what an independent computation says', () => {
  const random = seeded(20_261_120);
  const counts = { applied: 0, stacked: 0, capped: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const categories = Array.from({ length: 3 }, () => newId());
    const dishes = Array.from({ length: 6 }, () => newId());
    const at = random.pick(instants);
    const promotions = Array.from({ length: random.between(1, 6) }, (_, n) => {
      const body = randomPromotion(random, n, { categories, dishes, now: NOW });
      const row = newPromotion(body, { id: body.id, at: '2026-09-01T08:00:00.000Z', actor: null, version: 0 }, 'GBP');
      return {
        ...row,
        published_at: random.chance(0.95) ? row.published_at : at.replace('2026', '2027'),
        times_used: random.between(0, 3),
        spent_amount: random.between(0, 2500),
        archived_at: random.chance(0.03) ? NOW : null,
      };
    });
    const lines = Array.from({ length: random.between(1, 5) }, () => {
      const dish = random.between(0, 5);
      const quantity = random.between(1, 6);
      const isCustom = random.chance(0.1);
      return {
        id: newId(),
        dish: isCustom ? null : dishes[dish]!,
        category: isCustom ? null : categories[dish % 3]!,
        quantity,
        amount: quantity * random.between(0, 1900),
        rate: null,
        isInclusive: true,
      };
    });
    const order: OwnOrder = {
      lines,
      fee: random.pick([0, 199, 350]),
      type: random.pick(['pickup', 'delivery', 'dine_in']),
      channel: random.pick(['walk_in', 'phone', 'website']),
      at,
      zone: random.pick(zones),
      codes: promotions.flatMap(({ code }) =>
        code && random.chance(0.7) ? [random.pick([code, code.toLowerCase(), code.toUpperCase()])] : [],
      ),
      customer: random.chance(0.2)
        ? null
        : {
            before: random.between(0, 3),
            segment: random.pick(['new', 'regular']),
            uses: Object.fromEntries(promotions.map(({ id }) => [id, random.between(0, 2)])),
          },
    };
    const { discounts, refused } = pricePromotions(promotions, basketOf(order));
    const given = ownDiscounts(promotions, order);
    expect(
      discounts.map((one) => ({
        id: one.promotion_id,
        amount: one.discount_amount,
        isFee: one.applies_to === 'delivery_fee',
        byLine: Object.fromEntries((one.lines ?? []).map((line) => [line.line_id, line.discount_amount])),
      })),
      `round ${round}`,
    ).toEqual(given);
    // Nothing costs less than nothing.
    for (const { id, amount } of lines)
      expect(given.reduce((off, { byLine }) => off + (byLine[id] ?? 0), 0)).toBeLessThanOrEqual(amount);
    // Each code either takes something off, or the answer says why not.
    const used = discounts.flatMap(({ code }) => code?.toLowerCase() ?? []);
    const reported = refused.map(({ code }) => code.toLowerCase());
    expect([...used, ...reported].toSorted()).toEqual(order.codes.map((code) => code.toLowerCase()).toSorted());
    counts.applied += given.length;
    counts.stacked += given.length > 1 ? 1 : 0;
    counts.capped += promotions.some((one) =>
      given.some(({ id, amount }) => id === one.id && amount === one.max_discount_amount),
    )
      ? 1
      : 0;
    counts.refused += reported.length;
  }
  // Rounds in which nothing happens would prove nothing.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
});

const basketOf = (order: OwnOrder): Basket => ({
  lines: order.lines.map((line) => ({
    id: line.id,
    menu_item_id: line.dish,
    category_id: line.category,
    quantity: line.quantity,
    total_amount: line.amount,
  })),
  delivery_fee_amount: order.fee,
  order_type: order.type as Basket['order_type'],
  channel: order.channel as Basket['channel'],
  currency: 'GBP',
  at: order.at,
  timezone: order.zone,
  customer: order.customer && { orders_count: order.customer.before, segment: order.customer.segment },
  codes: order.codes,
  usesByCustomer: new Map(Object.entries(order.customer?.uses ?? {})),
  held: new Map(),
});
