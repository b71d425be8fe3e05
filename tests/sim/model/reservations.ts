import type { Table } from '../../../contract/entity.ts';
import type { Seeded } from '../../support/seeded.ts';
import {
  BUFFER,
  editReservation,
  EDITS,
  findOtherParty,
  keepsTables,
  makeReservation,
  stepReservation,
  type Edits,
} from '../oracle/reservation.ts';
import type { Row, Verdict } from '../oracle/verdict.ts';
import type { Done, ModelRequest, Shelf } from './calls.ts';

const TABLE: Table = 'reservations';
const part = (n: number) => `0192f0a0-0000-7000-b000-${String(n).padStart(12, '0')}`;
/** Few tables, so that parties meet. Each seats every party. */
const tableIds = [1, 2].map(part);
const stamp = { changed_at: '2026-11-20T18:00:00.000Z', op_id: part(9) };
const days = [0, 1, 2, 3, 4, 5, 6];

/** What a restaurant with tables has besides; guests may book them at every hour. */
export const reservable = {
  reservation_settings: {
    booking: {
      min_booking_duration_minutes: 90,
      default_duration_by_party: [],
      buffer_minutes: BUFFER,
      min_advance_minutes: 0,
      max_advance_days: 60,
      cancellation_cutoff_minutes: 0,
      auto_confirm: true,
      hold_minutes: 10,
      ...stamp,
    },
    tables: {
      areas: [{ id: part(3), name: 'Room', sort_order: 0 }],
      tables: tableIds.map((id, n) => ({
        id,
        name: `T${n + 1}`,
        area_id: part(3),
        min_capacity: 1,
        max_capacity: 8,
        extra_capacity: 0,
        shape: 'square' as const,
        is_joinable: true,
        joinable_with: tableIds.filter((other) => other !== id),
        is_enabled: true,
        priority: 0,
        position: { x: 0, y: 0, width: 90, height: 90, rotation: 0 },
      })),
      min_guests_online: 1,
      max_guests_online: 8,
      ...stamp,
    },
    times: {
      slot_interval_minutes: 30,
      days: days.map((weekday) => ({
        weekday,
        is_open: true,
        periods: [{ start_time: '00:00', end_time: '00:00', max_guests: null, max_reservations: null }],
      })),
      exceptions: [],
      ...stamp,
    },
  },
};

const SLOT_MS = 1_800_000;
/** A time at which people come, from an hour and a half ago until in two hours. */
export const someSlot = (random: Seeded, now: number, from = -3): string =>
  new Date((Math.floor(now / SLOT_MS) + random.between(from, 4)) * SLOT_MS).toISOString();

const someTables = (random: Seeded): string[] => (random.chance(0.8) ? [random.pick(tableIds)] : tableIds);

/** What staff enters for a party. */
export function partyBody(random: Seeded, now: number): Record<string, unknown> & { guests_count: number } {
  const isWaitlisted = random.chance(0.15);
  return {
    guests_count: random.between(1, 4),
    starts_at: someSlot(random, now),
    duration_minutes: random.pick([60, 90]),
    ...(isWaitlisted ? { is_waitlisted: true } : { table_ids: someTables(random) }),
    ...(!isWaitlisted && random.chance(0.1) ? { reservation_status: 'seated' } : {}),
  };
}

/** What staff changes; sometimes two fields at once. */
export function partyEdit(random: Seeded, now: number): Record<string, unknown> {
  const change = () =>
    random.pick([
      { table_ids: someTables(random) },
      { starts_at: someSlot(random, now) },
      { guests_count: random.between(1, 4) },
      { duration_minutes: random.pick([60, 90]) },
      { staff_note: `Note ${random.between(1, 1000)}` },
    ]);
  return random.chance(0.3) ? { ...change(), ...change() } : change();
}

const since = ({ body, now }: ModelRequest) =>
  ((body['occurred_at'] as string) < now ? body['occurred_at'] : now) as string;
/** The model leaves the business day to the API. */
const context = { deliveryType: 'none', dayOf: null };

/** A row with a table is written only if nobody else has the table. */
function place(shelf: Shelf, row: Row, { now }: ModelRequest, before?: Row): Done {
  const had = (before?.['table_ids'] ?? []) as string[];
  const asPlanned = before !== undefined && (row['table_ids'] as string[]).every((table) => had.includes(table));
  const other = findOtherParty(row, shelf.rows(TABLE), now, { asPlanned });
  if (other) return { refused: 'table_taken', status: 409, current: other as never };
  const id = row['id'] as string;
  return { writes: [{ table: TABLE, id, row: { ...row, id } }] };
}

export function takeReservation(shelf: Shelf, request: ModelRequest): Done {
  const { key, body, now } = request;
  if (shelf.isUsed(body['id'] as string)) return { refused: 'id_taken', status: 409 };
  const made = makeReservation({ key, body, at: since(request) });
  return place(shelf, { ...made, source: body['source'], deleted_at: null, created_at: now, updated_at: now }, request);
}

export function changeReservation(shelf: Shelf, request: ModelRequest): Done {
  const row = shelf.get(TABLE, request.path['id']!);
  if (!row) return { refused: 'not_found', status: 404 };
  const known = shelf.edits(TABLE, row.id);
  const verdict = judge(editReservation, { ...row, [EDITS]: Object.fromEntries(known) }, request);
  if (verdict.kind !== 'set') return { refused: 'reservation_already_final', status: 409, current: row as never };
  const { [EDITS]: edits, ...next } = verdict.row as Row & { [EDITS]: Edits };
  const done = place(shelf, { ...next, updated_at: request.now }, request, row);
  if ('refused' in done) return done;
  const lost = Object.keys(request.body).filter((field) => edits[field] && edits[field].key !== request.key);
  for (const [field, edit] of Object.entries(edits)) known.set(field, edit);
  const fields = Object.fromEntries(
    lost
      .filter((field) => JSON.stringify(next[field]) !== JSON.stringify(request.body[field]))
      .map((field) => [field, { at: edits[field]!.at, by: null, device_name: null }]),
  );
  return Object.keys(fields).length === 0
    ? done
    : { ...done, notice: { code: 'superseded', current: next as never, fields } };
}

export function moveReservation(shelf: Shelf, request: ModelRequest): Done {
  const row = shelf.get(TABLE, request.path['id']!);
  if (!row) return { refused: 'not_found', status: 404 };
  const verdict = judge(stepReservation, row, request);
  if (verdict.kind === 'refused') return { refused: verdict.code, status: 409, current: row as never };
  // Who has a table keeps it while another party still sits there.
  const before = keepsTables(row, request.now) ? row : undefined;
  return verdict.kind === 'set' ? place(shelf, verdict.row, request, before) : { writes: [] };
}

const judge = (rule: typeof stepReservation, row: Row, request: ModelRequest): Verdict =>
  rule(row, { ...request, call: '', at: since(request) }, context);
