import { describe, expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { id, order } from '../../../tests/support/rows.ts';
import type { DeadLetter } from '../../data/db.ts';
import { links } from '../../links.ts';
import { describeOrder, describeOrderRefusal } from './describe.ts';

const NOW = Date.parse('2026-11-20T18:30:00.000Z');
const restaurant = { timezone: 'Europe/London', currency: 'GBP' } as Restaurant;
const taken = {
  call: 'orders.create',
  path: {},
  body: { id: id(500), short_code: 'K7', currency: 'GBP', lines: [{ quantity: 3, unit_amount: 350 }] },
};
const changed = { call: 'orders.edit', path: { id: id(500) }, body: { kitchen_note: 'Birthday' } };

const deadLetter = (entry: typeof taken | typeof changed, code: string, current?: unknown) =>
  ({
    key: id(1),
    entry,
    reason: 'rejected',
    error: { code, message: '', current },
    theirs: current ?? null,
  }) as unknown as DeadLetter;
const told = (...args: Parameters<typeof deadLetter>) => describeOrderRefusal(deadLetter(...args), restaurant, NOW);

test('a pending manual order shows its code and items', () => {
  expect(describeOrder(taken, order(500, { order_no: '', short_code: 'K7' }))).toMatchObject({
    title: 'Order #K7 is taken: 3 items, £10.50',
    href: links.order(id(500)),
  });
  expect(describeOrder(changed, order(500, { order_no: '148' }))).toMatchObject({ title: 'Order #148 is changed' });
});

describe('a refused order', () => {
  test('names the unavailable dishes, linking to the point of sale', () => {
    const items = [
      { name: 'Prawn madras', available_again_at: '2026-11-20T20:45:00.000Z' },
      { name: null, available_again_at: null },
    ];
    expect(told(taken, 'items_unavailable', { items })).toEqual({
      why: 'Prawn madras (sold out until 20:45), A dish that is gone cannot be had. The order is not in the kitchen.',
      pair: null,
      restoreLabel: null,
      keepLabel: 'Drop the order',
      mend: { words: 'Look at it and place it again', href: links.counter({ failed: id(1) }) },
    });
  });

  test('names the current prices', () => {
    const items = [{ name: 'Prawn madras', unit_amount: 1250 }];
    expect(told(taken, 'price_changed', { items }).why).toBe(
      'The price is another one now: Prawn madras £12.50. The order is not in the kitchen.',
    );
  });
});

test('a correction after the order was ready offers nothing', () => {
  expect(told(changed, 'order_not_editable', order(500, { order_status: 'ready' }))).toMatchObject({
    why: 'The order was ready before this arrived. The kitchen has it unchanged.',
    restoreLabel: null,
    keepLabel: 'Understood',
  });
  expect(told(changed, 'order_not_editable').mend).toBeUndefined();
});
