import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { settingsOf } from '../../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { timeColumns, type RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { sourceLabels, statusLabelOf } from './labels.ts';
import type { ReservationRow } from './queries.ts';

const columns = (tables: ReadonlyMap<string, string>, clock: RestaurantClock): CsvColumn<ReservationRow>[] => [
  ['Reservation', (row) => row.reservation_no],
  ...timeColumns<ReservationRow>('Starts', (row) => row.starts_at, clock, 'Business day'),
  ...timeColumns<ReservationRow>('Ends', (row) => row.ends_at, clock).slice(0, 2),
  ['Guest', (row) => row.name],
  ['Phone', (row) => row.phone ?? ''],
  ['E-mail', (row) => row.email ?? ''],
  ['Guests', (row) => String(row.guests_count)],
  ['Tables', (row) => row.table_ids.map((id) => tables.get(id) ?? '').join(' ')],
  ['Status', statusLabelOf],
  ['Source', (row) => sourceLabels[row.source]],
  ['Occasion', (row) => row.occasion ?? ''],
  ['Note of the guest', (row) => row.customer_note ?? ''],
  ['Note of the staff', (row) => row.staff_note ?? ''],
];

/** Reservations as CSV: one row each. */
export function reservationsCsv(rows: readonly ReservationRow[], restaurant: Restaurant): string {
  const { tables } = settingsOf(restaurant).tables;
  return toCsv(columns(new Map(tables.map(({ id, name }) => [id, name])), restaurant), rows);
}
