import type { Reservation } from './calls.ts';
import type { DiningTable, TableConfig } from './settings.ts';

const MINUTE = 60_000;
/** Tables pushed together for one party, at most. */
const JOINED_MAX = 4;
/** Keeps the search short in a hall where every table joins every other. */
const SETS_MAX = 4000;

type Booked = Pick<
  Reservation,
  'id' | 'starts_at' | 'ends_at' | 'table_ids' | 'reservation_status' | 'held_until' | 'waitlisted_at' | 'deleted_at'
>;
type Span = Pick<Reservation, 'id' | 'starts_at' | 'ends_at' | 'table_ids'>;

/** True while it keeps its tables from others. A hold that ran out does not, whether it was marked or not. */
export function isKeeping(one: Omit<Booked, 'id' | 'starts_at' | 'ends_at' | 'table_ids'>, now: number): boolean {
  if (one.deleted_at !== null) return false;
  switch (one.reservation_status) {
    case 'confirmed':
    case 'seated':
      return true;
    case 'requested':
      return one.waitlisted_at === null;
    case 'held':
      return one.held_until !== null && Date.parse(one.held_until) > now;
    case 'completed':
    case 'declined':
    case 'cancelled':
    case 'no_show':
    case 'expired':
      return false;
  }
}

/** The reservation that has one of the tables at the time, with the buffer between the two; null: none. */
export function findClash<R extends Booked>(
  wanted: Span,
  others: readonly R[],
  { bufferMinutes, now }: { bufferMinutes: number; now: number },
): R | null {
  const buffer = bufferMinutes * MINUTE;
  const [from, to] = [Date.parse(wanted.starts_at), Date.parse(wanted.ends_at)];
  return (
    others.find(
      (other) =>
        other.id !== wanted.id &&
        isKeeping(other, now) &&
        other.table_ids.some((id) => wanted.table_ids.includes(id)) &&
        from < Date.parse(other.ends_at) + buffer &&
        Date.parse(other.starts_at) < to + buffer,
    ) ?? null
  );
}

export type TableFault = 'unknown_table' | 'not_joinable' | 'too_small';

/** Why a party cannot sit at these tables, whoever else does; null: it can. None is fine: it gets its table later. */
export function faultOfTables(config: TableConfig, tableIds: readonly string[], guests: number): TableFault | null {
  if (tableIds.length === 0) return null;
  const tables = config.tables.filter((table) => table.is_enabled && tableIds.includes(table.id));
  if (tables.length < new Set(tableIds).size || tables.length < tableIds.length) return 'unknown_table';
  if (!isConnected(tables)) return 'not_joinable';
  return seatsOf(tables) < guests ? 'too_small' : null;
}

/** With all extra chairs. */
export const seatsOf = (tables: readonly DiningTable[]): number =>
  tables.reduce((sum, { max_capacity, extra_capacity }) => sum + max_capacity + extra_capacity, 0);

/**
 * The best free tables for a party; null: there are none. One table before several, without extra chairs before with, then by priority and
 * with the fewest empty chairs. `isFree`: whether nobody else has the table at that time.
 */
export function chooseTables(
  { tables }: TableConfig,
  guests: number,
  isFree: (tableId: string) => boolean,
): string[] | null {
  const free = tables.filter((table) => table.is_enabled && isFree(table.id));
  const sets = [...free.filter((table) => table.min_capacity <= guests).map((table) => [table]), ...joinedSets(free)];
  const fitting = sets.filter((set) => seatsOf(set) >= guests);
  const [best] = fitting.toSorted(
    (a, b) =>
      a.length - b.length ||
      Number(chairsOf(a) < guests) - Number(chairsOf(b) < guests) ||
      priorityOf(b) - priorityOf(a) ||
      chairsOf(a) - chairsOf(b) ||
      (namesOf(a) < namesOf(b) ? -1 : 1),
  );
  return best ? best.map(({ id }) => id) : null;
}

const chairsOf = (set: readonly DiningTable[]) => set.reduce((sum, { max_capacity }) => sum + max_capacity, 0);
const priorityOf = (set: readonly DiningTable[]) => Math.min(...set.map(({ priority }) => priority));
const namesOf = (set: readonly DiningTable[]) =>
  set
    .map(({ name }) => name)
    .toSorted()
    .join('\n');

const isJoined = (a: DiningTable, b: DiningTable): boolean =>
  a.is_joinable &&
  b.is_joinable &&
  a.area_id === b.area_id &&
  (a.joinable_with.includes(b.id) || b.joinable_with.includes(a.id));

/** Each reaches each other over tables that stand together. */
function isConnected(tables: readonly DiningTable[]): boolean {
  const reached = new Set(tables.slice(0, 1));
  for (const table of reached) for (const other of tables) if (isJoined(table, other)) reached.add(other);
  return reached.size === tables.length;
}

/** Sets of two to four tables that can be pushed together, the small ones first. */
function joinedSets(free: readonly DiningTable[]): DiningTable[][] {
  const joinable = free.filter(({ is_joinable }) => is_joinable);
  const seen = new Set<string>();
  const sets: DiningTable[][] = [];
  let last = joinable.map((table) => [table]);
  for (let size = 2; size <= JOINED_MAX && seen.size < SETS_MAX; size += 1) {
    const next: DiningTable[][] = [];
    for (const set of last)
      for (const table of joinable) {
        if (set.includes(table) || !set.some((one) => isJoined(one, table))) continue;
        const bigger = [...set, table];
        const key = namesOf(bigger);
        if (seen.has(key) || seen.size >= SETS_MAX) continue;
        seen.add(key);
        next.push(bigger);
      }
    sets.push(...next);
    last = next;
  }
  return sets;
}
