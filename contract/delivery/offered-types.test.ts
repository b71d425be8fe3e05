import { expect, test } from 'vitest';
import { offeredTypes } from './offered-types.ts';

const at = { is_active: true, deleted_at: null };

test.each([
  ['no location', [], ['pickup']],
  ['one that is off', [{ ...at, is_active: false }], ['pickup']],
  ['one that was deleted', [{ ...at, deleted_at: '2026-11-20T18:30:00.000Z' }], ['pickup']],
  ['one that is on', [{ ...at, is_active: false }, at], ['delivery', 'pickup']],
])('with %s', (_, locations, types) => {
  expect(offeredTypes(['delivery', 'pickup'], locations)).toEqual(types);
  expect(offeredTypes(['pickup'], locations)).toEqual(['pickup']);
});
