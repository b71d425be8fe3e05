import {
  isNewer,
  refused,
  same,
  set,
  unknown,
  type Context,
  type Mutation,
  type Row,
  type Verdict,
} from './verdict.ts';

/** Minutes between two parties at one table, in every restaurant of the simulation. */
export const BUFFER = 15;

/** Data dictionary, section 14. The other ends and `no_show` are outside this sequence. */
const road = ['held', 'requested', 'confirmed', 'seated', 'completed'];
const ended = ['completed', 'declined', 'cancelled', 'expired'];
const reachedFrom: Record<string, string[]> = {
  confirmed: ['held', 'requested'],
  // A device may have missed the confirmation.
  seated: ['requested', 'confirmed', 'no_show'],
  completed: ['seated'],
  declined: ['requested'],
  cancelled: ['requested', 'confirmed'],
  no_show: ['confirmed'],
};

interface Event {
  id: string;
  type?: string;
  from: string | null;
  to: string;
  at: string;
}
/** What moved it on. Edits are judged by their fields. */
export const reservationEvents = (row: Row): Event[] =>
  ((row['events'] ?? []) as Event[]).filter(({ type }) => type !== 'edited');
export const isEnded = (status: unknown): boolean => ended.includes(status as string);

/** The first final status stays; a step that was passed changes nothing. */
export function stepReservation(row: Row, { key, at, body }: Mutation, { dayOf }: Context): Verdict {
  const [from, to] = [row['reservation_status'] as string, body['reservation_status'] as string];
  const starts = row['starts_at'] as string;
  if (from === to || reservationEvents(row).some(({ id }) => id === key)) return same;
  // A party that did not come had got as far as its confirmation.
  const reached = road.indexOf(from === 'no_show' ? 'confirmed' : from);
  if (road.includes(to) && road.indexOf(to) <= reached) return same;
  if (isEnded(from)) return refused('reservation_already_final');
  if (to === 'no_show' && from === 'seated') return refused('status_changed');
  const isTooEarly = to === 'no_show' && Date.parse(at) < Date.parse(starts);
  const isAnotherDay = from === 'no_show' && dayOf !== null && dayOf(at) !== dayOf(starts);
  if (!reachedFrom[to]?.includes(from) || isTooEarly || isAnotherDay) return refused('transition_not_allowed');
  const events = [...reservationEvents(row), { id: key, from, to, at }];
  const times: Record<string, Row> = {
    seated: { seated_at: at, arrived_at: row['arrived_at'] ?? at },
    completed: { completed_at: at },
    cancelled: { cancelled_at: at },
    declined: { decline_reason: body['reason'] ?? null },
  };
  return set({ ...row, ...times[to], reservation_status: to, events });
}

const editable = ['guests_count', 'starts_at', 'duration_minutes', 'table_ids', 'staff_note'];
/** Time and operation of the last edit of each field. Only rows of the oracle and the model have it. */
export const EDITS = 'edits of fields';
export type Edits = Record<string, { at: string; key: string }>;

/**
 * The newest edit of each field wins. After the end only the staff's note may change, of which a device leaves the judgement to the server.
 * So it does of an edit that was stored after a newer one, because its tab was frozen meanwhile: it shows them in the order of storing.
 */
export function editReservation(row: Row, mutation: Mutation, { dayOf }: Context): Verdict {
  const { key, at, body } = mutation;
  const named = editable.filter((field) => body[field] !== undefined);
  if (isEnded(row['reservation_status']) && named.some((field) => field !== 'staff_note'))
    return dayOf === null ? unknown : refused('reservation_already_final');
  const edits: Edits = { ...(row[EDITS] as Edits | undefined) };
  const next: Row = { ...row };
  for (const field of named) {
    if (!isNewer(mutation, edits[field]?.at, edits[field]?.key)) {
      if (dayOf === null) return unknown;
      continue;
    }
    next[field] = body[field];
    edits[field] = { at, key };
  }
  return set({ ...next, [EDITS]: edits, ends_at: after(next['starts_at'], next['duration_minutes'] as number) });
}

const MINUTE = 60_000;
const after = (at: unknown, minutes: number) => new Date(Date.parse(at as string) + minutes * MINUTE).toISOString();

/** A reservation as staff makes it: confirmed, seated at once, or waiting without a table. */
export function makeReservation({ key, at, body }: Pick<Mutation, 'key' | 'at' | 'body'>): Row {
  const isWaiting = body['is_waitlisted'] === true;
  const status = isWaiting ? 'requested' : ((body['reservation_status'] as string | undefined) ?? 'confirmed');
  const isSeated = status === 'seated';
  return {
    id: body['id'],
    name: body['name'],
    guests_count: body['guests_count'],
    starts_at: body['starts_at'],
    duration_minutes: body['duration_minutes'],
    ends_at: after(body['starts_at'], body['duration_minutes'] as number),
    table_ids: isWaiting ? [] : (body['table_ids'] ?? []),
    staff_note: body['staff_note'] ?? null,
    reservation_status: status,
    waitlisted_at: isWaiting ? at : null,
    held_until: null,
    seated_at: isSeated ? at : null,
    arrived_at: isSeated ? at : null,
    completed_at: null,
    cancelled_at: null,
    decline_reason: null,
    events: [{ id: key, type: 'created', from: null, to: status, at }],
  };
}

/** True while nobody else may have its tables. `now`: ISO. */
export function keepsTables(row: Row, now: string): boolean {
  const status = row['reservation_status'];
  if (status === 'held') return typeof row['held_until'] === 'string' && row['held_until'] > now;
  return status === 'confirmed' || status === 'seated' || (status === 'requested' && row['waitlisted_at'] === null);
}

/**
 * The reservation that keeps one of its tables within the buffer of its time; null if there is none. A party that sits past its end is
 * taken to stay as long again, except `asPlanned`. `now`: ISO.
 */
export function findOtherParty<R extends Row>(
  row: Row,
  others: readonly R[],
  now: string,
  { asPlanned = false } = {},
): R | null {
  if (!keepsTables(row, now)) return null;
  const tables = row['table_ids'] as string[];
  const instant = (one: Row, name: string) => Date.parse(one[name] as string);
  const begin = (one: Row) => {
    const planned = instant(one, 'starts_at');
    const sits = !asPlanned && one !== row && one['reservation_status'] === 'seated';
    return sits && typeof one['seated_at'] === 'string' ? Math.min(planned, instant(one, 'seated_at')) : planned;
  };
  const end = (one: Row) => {
    const planned = instant(one, 'ends_at');
    const isLate = one !== row && one['reservation_status'] === 'seated' && planned <= Date.parse(now);
    return isLate && !asPlanned ? Date.parse(now) + planned - instant(one, 'starts_at') : planned;
  };
  const isNear = (a: Row, b: Row) => begin(b) - end(a) < BUFFER * MINUTE;
  const isOther = (other: Row) =>
    other['id'] !== row['id'] &&
    keepsTables(other, now) &&
    tables.some((table) => (other['table_ids'] as string[]).includes(table)) &&
    isNear(row, other) &&
    isNear(other, row);
  return others.find(isOther) ?? null;
}
