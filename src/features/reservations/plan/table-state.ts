import { isKeeping, isOverstaying, keptSpan } from '../../../../contract/reservations/tables.ts';
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
export function stateOf(
  tableId: string,
  rows: readonly ReservationRow[],
  { at, now, timezone }: { at: number; now: number; timezone: string },
): TableState {
  const own = rows
    .filter((row) => row.table_ids.includes(tableId) && isKeeping(row, at))
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const name = (row: ReservationRow) => row.name || 'Walk-in';
  const next = own.find((row) => row.reservation_status !== 'seated' && Date.parse(row.ends_at) > at);
  const seated = own.find((row) => {
    const { from, to } = keptSpan(row, now);
    return row.reservation_status === 'seated' && from <= at && at < to;
  });
  if (seated) {
    const isOver = isOverstaying(seated, now);
    const time = isOver ? `since ${timeOf(seated.starts_at, timezone)}` : `until ${timeOf(seated.ends_at, timezone)}`;
    const isNextSoon = isOver && next !== undefined && Date.parse(next.starts_at) - SOON_MS <= at;
    const warning = isNextSoon ? [`next ${timeOf(next.starts_at, timezone)}`] : [];
    return { kind: isNextSoon ? 'late' : 'seated', lines: [name(seated), time, ...warning], reservation: seated };
  }
  if (!next) return { kind: 'free', lines: ['Free'], reservation: null };
  const start = Date.parse(next.starts_at);
  if (at > start + LATE_MS) return { kind: 'late', lines: [name(next), 'late'], reservation: next };
  if (at >= start - SOON_MS)
    return { kind: 'soon', lines: [name(next), timeOf(next.starts_at, timezone)], reservation: next };
  return { kind: 'free', lines: [`Free to ${timeOf(next.starts_at, timezone)}`], reservation: next };
}
