import { expect, test } from 'vitest';
import { demoReservations } from '../../../demo/reservations.ts';
import { demoRestaurant } from '../../../demo/restaurant.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { localTime } from '../../../contract/restaurant/time-columns.ts';
import { reservationsCsv } from './csv.ts';

test('exports reservations with the names of their tables, without formulas', () => {
  const now = new Date('2026-11-20T18:30:00.000Z');
  const { rows, settings } = demoReservations(now, {
    kind: 'user',
    id: '00000000-0000-7000-8000-000000000002',
    name: 'Ravi',
  });
  const restaurant = { ...demoRestaurant(now), reservation_settings: settings } as unknown as Restaurant;
  const first = rows.find(({ table_ids: ids }) => ids.length > 0)!;
  const table = settings.tables!.tables.find(({ id }) => id === first.table_ids[0])!;
  const csv = reservationsCsv([{ ...first, name: '=1+1', customer_note: 'By the "window"' }], restaurant);
  const line = csv.split('\r\n')[1]!;
  const { timezone } = restaurant;
  const [starts, ends] = [first.starts_at, first.ends_at].map((at) => `${at},${localTime(at, timezone)}`);
  expect(line).toContain(`${first.reservation_no},${starts},2026-11-`);
  expect(line).toContain(`,${ends},"'=1+1",`);
  expect(line).toContain(`,${first.guests_count},${table.name},`);
  expect(line).toContain('"By the ""window"""');
});
