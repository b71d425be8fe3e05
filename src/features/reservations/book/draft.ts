import type { Args } from '../../../../contract/call.ts';
import type { ValuesOf } from '../../../../contract/entity-fields.ts';
import { DEFAULT_CURRENCY } from '../../../../contract/limits.ts';
import { reservationFields } from '../../../../contract/reservations/reservation-fields.ts';
import type { ChatDraft } from '../../../../contract/chats/calls.ts';
import type { create, Reservation } from '../../../../contract/reservations/calls.ts';
import { DAY, dayOfDate, fromLocalParts, msOfTime } from '../../../../contract/restaurant/zone.ts';
import { type DraftOf, draftOf as draftOfFields, readDraft } from '../../../components/fields/field-drafts.ts';
import { dateOf, timeOf } from '../../../lib/wall-clock.ts';

// None of them is an amount.
const { name: _, starts_at: __, duration_minutes: ___, ...typedFields } = reservationFields;
const { guests_count } = typedFields;

/** What a person types into the form. */
export interface ReservationDraft extends DraftOf<typeof typedFields> {
  /** A walk-in needs none. */
  name: string;
  date: string;
  time: string;
  minutes: string;
  /** The length of stay was chosen; else it follows the party. */
  isOwnMinutes: boolean;
}

type Body = Args<typeof create>['body'];

export const emptyDraft: ReservationDraft = {
  ...draftOfFields(typedFields, { guests_count: 2 }, DEFAULT_CURRENCY),
  name: '',
  date: '',
  time: '',
  minutes: '',
  isOwnMinutes: false,
};

/** From a reservation, or from the body of a refused new one. */
export function draftOf(
  from: Partial<Reservation> & Pick<Body, 'name' | 'guests_count' | 'starts_at'>,
  timezone: string,
): ReservationDraft {
  return {
    ...draftOfFields(typedFields, from, DEFAULT_CURRENCY),
    name: from.name,
    date: dateOf(from.starts_at, timezone),
    time: timeOf(from.starts_at, timezone),
    minutes: from.duration_minutes === undefined ? '' : String(from.duration_minutes),
    isOwnMinutes: from.duration_minutes !== undefined,
  };
}

/** What a customer began in a chat. */
export const draftOfChat = (customer: string, { name, phone, table }: ChatDraft, timezone: string) => ({
  name: name ?? customer,
  phone: phone ?? '',
  ...(table && { guests_count: String(table.guests_count) }),
  date: table?.starts_at ? dateOf(table.starts_at, timezone) : (table?.date ?? ''),
  time: table?.starts_at ? timeOf(table.starts_at, timezone) : '',
});

/** The instant of a date and a time of the restaurant; null while one is missing. */
export function startsAtOf({ date, time }: Pick<ReservationDraft, 'date' | 'time'>, timezone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null;
  return new Date(fromLocalParts(dayOfDate(date) * DAY + msOfTime(time), timezone)).toISOString();
}

const whole = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

export const guestsOf = (draft: ReservationDraft): number | null =>
  readDraft({ guests_count }, draft, DEFAULT_CURRENCY, new Set()).guests_count ?? null;

/** The values of a draft, or what is wrong with it. `isNameless`: a walk-in needs no name. */
export function valuesOf(
  draft: ReservationDraft,
  { timezone, usualMinutes, isNameless }: { timezone: string; usualMinutes: number; isNameless: boolean },
): { values: ValuesOf<typeof reservationFields> } | { wrong: ReadonlySet<string> } {
  const wrong = new Set<string>();
  const values = readDraft(typedFields, draft, DEFAULT_CURRENCY, wrong);
  const name = draft.name.trim();
  const starts_at = startsAtOf(draft, timezone);
  const minutes = draft.isOwnMinutes ? whole(draft.minutes) : usualMinutes;
  if (starts_at === null) wrong.add('time');
  if (minutes === null || minutes < 15 || minutes > 720) wrong.add('minutes');
  if (!isNameless && !name && !values.phone && !values.email) wrong.add('name');
  if (values.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) wrong.add('email');
  if (wrong.size > 0 || starts_at === null || minutes === null) return { wrong };
  return {
    values: { ...values, name, email: values.email?.toLowerCase() ?? null, starts_at, duration_minutes: minutes },
  };
}
