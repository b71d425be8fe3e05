import { expect, test } from 'vitest';
import { makeIds } from './ids.ts';

test('ids rise within a millisecond and are UUID v7 (R22)', () => {
  const make = makeIds({ now: () => 1_700_000_000_000, randomize: (bytes) => bytes.fill(255) });
  const ids = Array.from({ length: 5000 }, make);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id contains its millisecond', () => {
  const [id] = [makeIds({ now: () => Date.parse('2026-11-20T18:30:00.000Z'), randomize: () => undefined })()];
  expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-20T18:30:00.000Z'));
});

test('ids keep rising when the clock is set back (R22, R44)', () => {
  let now = 2000;
  const make = makeIds({ now: () => now, randomize: () => undefined });
  const before = make();
  now = 1000;
  expect(make() > before).toBe(true);
});
