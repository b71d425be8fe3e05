import { expect, test } from 'vitest';
import { demoReservations } from '../../../demo/reservations.ts';
import { demoRestaurant } from '../../../demo/restaurant.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
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
  expect(line.startsWith(`${first.reservation_no},${first.starts_at},${first.ends_at},"'=1+1",`)).toBe(true);
  expect(line).toContain(`,${first.guests_count},${table.name},`);
  expect(line).toContain('"By the ""window"""');
});
