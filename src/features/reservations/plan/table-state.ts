import { isKeeping } from '../../../../contract/reservations/tables.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import type { ReservationRow } from '../queries.ts';

export interface TableState {
  kind: 'free' | 'soon' | 'seated' | 'late';
  /** Line by line: "Free"; "Tom Ashworth", "until 20:30". */
  lines: string[];
  /** Who sits there or comes next. */
  reservation: ReservationRow | null;
}

const SOON_MS = 2 * 3_600_000;
const LATE_MS = 15 * 60_000;

/** How a table stands at a moment: who sits there, who comes soon, who is late, or that it is free and until when. */
export function stateOf(tableId: string, rows: readonly ReservationRow[], at: number, timezone: string): TableState {
  const own = rows
    .filter((row) => row.table_ids.includes(tableId) && isKeeping(row, at))
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const name = (row: ReservationRow) => row.name || 'Walk-in';
  const seated = own.find((row) => row.reservation_status === 'seated' && Date.parse(row.starts_at) <= at);
  if (seated) {
    const isOver = Date.parse(seated.ends_at) <= at;
    const time = isOver ? `since ${timeOf(seated.starts_at, timezone)}` : `until ${timeOf(seated.ends_at, timezone)}`;
    return { kind: 'seated', lines: [name(seated), time], reservation: seated };
  }
  const next = own.find((row) => row.reservation_status !== 'seated' && Date.parse(row.ends_at) > at);
  if (!next) return { kind: 'free', lines: ['Free'], reservation: null };
  const start = Date.parse(next.starts_at);
  if (at > start + LATE_MS) return { kind: 'late', lines: [name(next), 'late'], reservation: next };
  if (at >= start - SOON_MS)
    return { kind: 'soon', lines: [name(next), timeOf(next.starts_at, timezone)], reservation: next };
  return { kind: 'free', lines: [`Free to ${timeOf(next.starts_at, timezone)}`], reservation: next };
}
