import { expect, test } from 'vitest';
import { limitFaults, type LimitedItem } from './item-limits.ts';

const items: Record<string, LimitedItem> = {
  samosa: { name: 'Samosa', order_types: ['pickup'], min_quantity: 4, max_quantity: 12 },
  // A row of before there were limits.
  soup: { name: 'Soup' },
};
const line = (menu_item_id: string | null, quantity: number) => ({ menu_item_id, quantity });
const faults = (lines: ReturnType<typeof line>[], type: 'pickup' | 'delivery' = 'pickup') =>
  limitFaults(lines, (id) => items[id], type);

test.each([
  ['fewer than the fewest', [line('samosa', 3)], { 'lines.0.quantity': 'Samosa: order at least 4' }],
  [
    'more than the most',
    [line('soup', 1), line('samosa', 13)],
    { 'lines.1.quantity': 'Samosa: 12 at most in one order' },
  ],
  [
    'more than the most on two lines',
    [line('samosa', 7), line('SAMOSA', 6)],
    { 'lines.0.quantity': 'Samosa: 12 at most in one order' },
  ],
  ['the fewest on two lines', [line('samosa', 1), line('samosa', 3)], {}],
  ['any number of a dish without limits', [line('soup', 99), line(null, 1)], {}],
])('says of %s what is wrong', (_, lines, expected) => {
  expect(faults(lines)).toEqual(expected);
});

test('says that a dish is not for this type of order', () => {
  expect(faults([line('samosa', 4), line('soup', 1)], 'delivery')).toEqual({
    'lines.0.menu_item_id': 'Samosa: not for delivery',
  });
});
