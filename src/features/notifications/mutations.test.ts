import { expect, test } from 'vitest';
import type { Mirrored } from '../../data/db.ts';
import { acknowledge, markAsRead } from './mutations.ts';

const info = (occurredAt: string) => ({ key: 'k', occurredAt, deviceName: 'Pass' });
const [earlier, later] = ['2026-11-20T18:30:00.000Z', '2026-11-20T18:31:00.000Z'];

test('the first reading stands, and a deleted notification stays deleted', () => {
  const one = { id: 'n', read_at: null } as Mirrored<'notifications'>; // all that the change reads
  const args = { path: { entity: 'restaurant' }, body: { notification_ids: ['n'] } };
  const read = markAsRead.change(one, args, info(earlier));
  expect(read).toEqual({ id: 'n', read_at: earlier });
  expect(markAsRead.change(read, args, info(later))).toBe(read);
  expect(markAsRead.change(null, args, info(later))).toBeNull();
  expect(markAsRead.rows(args)).toEqual(['n']);
});

test('acknowledgements add up; the earliest sets the time', () => {
  const order = { id: 'o', acknowledged_by_device_ids: [] as string[], seen_at: null } as unknown as Mirrored<'orders'>;
  const by = (device_id: string) => ({ path: { id: 'o' }, body: { device_id } });
  const first = acknowledge.change(order, by('b'), info(later));
  const both = acknowledge.change(first, by('a'), info(earlier));
  expect(both).toMatchObject({ acknowledged_by_device_ids: ['a', 'b'], seen_at: earlier });
  expect(acknowledge.change(both, by('b'), info(later))).toBe(both);
});
