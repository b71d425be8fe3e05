import { describe, expect, test } from 'vitest';
import { applyLineStatus } from './lines.ts';
import type { Order } from './calls.ts';

const order = {
  lines: [
    { id: 'naan', name: 'Garlic naan', quantity: 3 },
    { id: 'rice', name: 'Pilau rice', quantity: 1 },
  ],
} as Order; // only the lines matter here

const mutations = [
  { line_status: 'ready', occurredAt: '2026-11-20T19:40:00.000Z', opId: 'a' },
  { line_status: 'new', occurredAt: '2026-11-20T19:41:00.000Z', opId: 'b' },
  { line_status: 'ready', occurredAt: '2026-11-20T19:41:00.000Z', opId: 'c' },
] as const;

const after = (some: readonly (typeof mutations)[number][]) =>
  some.reduce((row, { line_status, ...context }) => {
    const outcome = applyLineStatus(row, 'naan', { line_status }, context);
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  }, order);

describe('a line set by several tablets', () => {
  test('ends with the newest change, in any arrival order', () => {
    const [a, b, c] = mutations;
    const ends = [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ].map((some) => after(some).lines);
    for (const lines of ends) {
      expect(lines).toEqual([
        { ...order.lines[0], line_status: 'ready', line_status_at: c.occurredAt, line_status_op_id: 'c' },
        order.lines[1],
      ]);
    }
  });

  test('ignores late and repeated changes', () => {
    const struck = after([mutations[1]]);
    const late = applyLineStatus(struck, 'naan', { line_status: 'ready' }, mutations[0]);
    const twice = applyLineStatus(struck, 'naan', { line_status: 'new' }, mutations[1]);
    expect([late, twice]).toEqual([
      { kind: 'superseded', order: struck },
      { kind: 'superseded', order: struck },
    ]);
  });

  test('of another order is refused', () => {
    expect(applyLineStatus(order, 'soup', { line_status: 'ready' }, mutations[0])).toEqual({
      kind: 'refused',
      code: 'not_found',
    });
  });
});
