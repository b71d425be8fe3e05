import { describe, expect, test } from 'vitest';
import type { Mirrored } from '../../../data/db.ts';
import { joined } from './queries.ts';
import { departed, recallable } from './recall.ts';
import { actOf } from './ticket-act.ts';
import { neighbour, type Direction } from './use-board-layout.ts';
import { fitOf } from './use-fit.ts';

type Order = Mirrored<'orders'>;
const order = (more: Partial<Order>) =>
  ({
    id: 'a',
    version: 1,
    deleted_at: null,
    order_type: 'pickup',
    lines: [],
    updated_at: '2026-11-20T19:00:00.000Z',
    ...more,
  }) as Order; // only what the rules read

const rules = { delivery_type: 'none', timezone: 'Europe/London', business_day_cutoff_time: '04:00' } as const;

describe('the board', () => {
  test('has four columns and a rail, two columns in portrait', () => {
    expect(fitOf({ width: 1280, height: 604 })).toEqual({ columns: 4, most: 16 });
    expect(fitOf({ width: 1440, height: 752 })).toEqual({ columns: 4, most: 16 });
    expect(fitOf({ width: 820, height: 1032 })).toEqual({ columns: 2, most: 12 });
    expect(fitOf({ width: 0, height: 0 })).toEqual({ columns: 1, most: 1 });
  });

  test('the arrow keys walk it column by column', () => {
    // A ticket continues through the third column, in which none begins.
    const spots = [
      { id: 'a', column: 0, top: 100 },
      { id: 'b', column: 0, top: 400 },
      { id: 'c', column: 1, top: 100 },
      { id: 'd', column: 1, top: 380 },
      { id: 'e', column: 3, top: 300 },
    ];
    const walk = (from: string, ...ways: Direction[]) =>
      ways.reduce<string[]>((path, way) => [...path, neighbour(spots, path.at(-1) ?? from, way) ?? 'edge'], []);
    expect(walk('a', 'down', 'right', 'up', 'left')).toEqual(['b', 'd', 'c', 'a']);
    expect(walk('d', 'right', 'left')).toEqual(['e', 'd']);
    expect(walk('a', 'up')).toEqual(['edge']);
    expect(walk('e', 'right')).toEqual(['edge']);
  });

  test('shows an order once, in its newer state, during transitions', () => {
    const cooking = order({ order_status: 'preparing' });
    const ready = order({ order_status: 'ready', version: 2 });
    expect(joined([cooking], [ready])).toEqual([ready]);
    expect(joined([ready], [cooking], undefined)).toEqual([ready]);
    const tapped = order({ order_status: 'ready', _sync: { op_ids: ['k'] } });
    expect(joined([tapped], [cooking])).toEqual([tapped]);
  });
});

describe('the button of a ticket', () => {
  const wordAt = (order_status: Order['order_status'], station: string | null = null, lines: Order['lines'] = []) => {
    const act = actOf(order({ order_status, lines }), station, rules);
    return act?.kind === 'step' ? act.step.label : act?.station;
  };

  test('is the next step', () => {
    expect((['pending', 'accepted', 'preparing'] as const).map((status) => wordAt(status))).toEqual([
      'Accept',
      'Start',
      'Ready',
    ]);
  });

  test("ends only its station's part while others cook", () => {
    const naan = { id: 'n', name: 'Naan', quantity: 1, kitchen_station: 'Tandoor' } as Order['lines'][number];
    const curry = { ...naan, id: 'c', name: 'Curry', kitchen_station: 'Curry' };
    expect(wordAt('preparing', 'Tandoor', [naan, curry])).toBe('Tandoor');
    expect(wordAt('preparing', 'Tandoor', [naan, { ...curry, line_status: 'ready' }])).toBe('Ready');
  });
});

describe('Recall', () => {
  const done = (id: string, ready_at: string, more: Partial<Order> = {}) =>
    order({ id, order_status: 'ready', ready_at, completed_at: null, ...more });
  const completed = (id: string, ready_at: string, completed_at: string) =>
    done(id, ready_at, { order_status: 'completed', completed_at });
  const idsAt = (orders: Order[], now: string) =>
    recallable(departed(orders), rules, Date.parse(now)).map((one) => one.order.id);

  test('lists what can be recalled, newest first', () => {
    const orders = [
      done('ready', '2026-11-20T19:40:00.000Z'),
      completed('fresh', '2026-11-20T19:50:00.000Z', '2026-11-20T19:55:00.000Z'),
      completed('old', '2026-11-20T19:10:00.000Z', '2026-11-20T19:20:00.000Z'),
      order({ id: 'cooking', order_status: 'preparing', ready_at: null, completed_at: null }),
    ];
    expect(idsAt(orders, '2026-11-20T20:00:00.000Z')).toEqual(['fresh', 'ready']);
    expect(departed(orders).map((one) => one.order.id)).toEqual(['fresh', 'ready', 'old']);
  });

  test('keeps a ready order after the business day', () => {
    const orders = [
      done('ready', '2026-11-21T03:51:00.000Z'),
      completed('completed', '2026-11-21T03:50:00.000Z', '2026-11-21T03:55:00.000Z'),
    ];
    expect(idsAt(orders, '2026-11-21T03:59:00.000Z')).toEqual(['ready', 'completed']);
    expect(idsAt(orders, '2026-11-21T04:01:00.000Z')).toEqual(['ready']);
  });

  test('keeps a ready order when twenty others left since', () => {
    const later = Array.from({ length: 25 }, (_, n) => done(`n${n}`, `2026-11-20T19:${String(10 + n)}:00.000Z`));
    expect(idsAt([done('first', '2026-11-20T18:00:00.000Z'), ...later], '2026-11-20T20:00:00.000Z')).toContain('first');
  });
});
