import type { Reservation } from './calls.ts';
import type { DiningTable, TableConfig } from './settings.ts';

const MINUTE = 60_000;
/** Tables pushed together for one party, at most. */
const JOINED_MAX = 4;
/** Keeps the search short in a hall where every table joins every other. */
const SETS_MAX = 4000;

type Span = Pick<Reservation, 'id' | 'starts_at' | 'ends_at' | 'table_ids'>;
type Booked = Span &
  Pick<Reservation, 'reservation_status' | 'seated_at' | 'held_until' | 'waitlisted_at' | 'deleted_at'>;

/** True while it keeps its tables from others. A hold that ran out does not, whether it was marked or not. */
export function isKeeping(one: Omit<Booked, keyof Span | 'seated_at'>, now: number): boolean {
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

type Stay = Pick<Booked, 'starts_at' | 'ends_at' | 'reservation_status' | 'seated_at'>;

/** True of a party that sits although its time is over. */
export const isOverstaying = ({ reservation_status: status, ends_at }: Stay, now: number): boolean =>
  status === 'seated' && Date.parse(ends_at) <= now;

/**
 * From when to when a party has its tables, epoch ms. One that sits has them from its arrival until it is completed: past its end nobody
 * knows when it leaves, and it is taken to stay as long again.
 */
export function keptSpan(stay: Stay, now: number): { from: number; to: number } {
  const planned = plannedSpan(stay);
  if (stay.reservation_status !== 'seated') return planned;
  const from = stay.seated_at === null ? planned.from : Math.min(planned.from, Date.parse(stay.seated_at));
  return { from, to: isOverstaying(stay, now) ? now + (planned.to - planned.from) : planned.to };
}

const plannedSpan = ({ starts_at, ends_at }: Pick<Stay, 'starts_at' | 'ends_at'>) => ({
  from: Date.parse(starts_at),
  to: Date.parse(ends_at),
});

interface Rules {
  bufferMinutes: number;
  now: number;
  /** Only what was planned counts: of a reservation that has its table already, whoever still sits there. */
  asPlanned?: boolean;
}

/** The one rule of who has a table: the reservation that has one of them at the time, with the buffer between the two; null: none. */
export function findClash<R extends Booked>(
  wanted: Span,
  others: readonly R[],
  { bufferMinutes, now, asPlanned = false }: Rules,
): R | null {
  const buffer = bufferMinutes * MINUTE;
  const [from, to] = [Date.parse(wanted.starts_at), Date.parse(wanted.ends_at)];
  return (
    others.find((other) => {
      if (other.id === wanted.id || !isKeeping(other, now)) return false;
      if (!other.table_ids.some((id) => wanted.table_ids.includes(id))) return false;
      const kept = asPlanned ? plannedSpan(other) : keptSpan(other, now);
      return from < kept.to + buffer && kept.from < to + buffer;
    }) ?? null
  );
}

/** The party that still sits at the table of a reservation which comes next; null: there is none, or nobody has to hurry. */
export const findSitter = <R extends Booked>(
  next: R,
  others: readonly R[],
  rules: Omit<Rules, 'asPlanned'>,
): R | null =>
  next.reservation_status === 'confirmed'
    ? findClash(
        next,
        others.filter((other) => isOverstaying(other, rules.now)),
        rules,
      )
    : null;

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
