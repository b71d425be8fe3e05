import type { Args } from '../../../../contract/call.ts';
import type { ChatDraft } from '../../../../contract/chats/calls.ts';
import type { create, edit, Reservation } from '../../../../contract/reservations/calls.ts';
import { DAY, dayOfDate, fromLocalParts, msOfTime } from '../../../../contract/restaurant/zone.ts';
import { dateOf, timeOf } from '../../../lib/wall-clock.ts';

/** What a person types into the form. */
export interface ReservationDraft {
  name: string;
  phone: string;
  email: string;
  guests: string;
  date: string;
  time: string;
  minutes: string;
  /** The length of stay was chosen; else it follows the party. */
  isOwnMinutes: boolean;
  tableIds: string[];
  areaId: string;
  occasion: string;
  customerNote: string;
  staffNote: string;
  allergens: Reservation['allergens'];
}

type Body = Args<typeof create>['body'];
type EditBody = Args<typeof edit>['body'];
type Fault = 'name' | 'email' | 'guests' | 'time' | 'minutes';

export const emptyDraft = (date: string, time: string): ReservationDraft => ({
  name: '',
  phone: '',
  email: '',
  guests: '2',
  date,
  time,
  minutes: '',
  isOwnMinutes: false,
  tableIds: [],
  areaId: '',
  occasion: '',
  customerNote: '',
  staffNote: '',
  allergens: [],
});

/** From a reservation, or from the body of a refused new one. */
export function draftOf(
  from: Partial<Reservation> & Pick<Body, 'name' | 'guests_count' | 'starts_at'>,
  timezone: string,
): ReservationDraft {
  return {
    name: from.name,
    phone: from.phone ?? '',
    email: from.email ?? '',
    guests: String(from.guests_count),
    date: dateOf(from.starts_at, timezone),
    time: timeOf(from.starts_at, timezone),
    minutes: from.duration_minutes === undefined ? '' : String(from.duration_minutes),
    isOwnMinutes: from.duration_minutes !== undefined,
    tableIds: from.table_ids ?? [],
    areaId: from.area_id ?? '',
    occasion: from.occasion ?? '',
    customerNote: from.customer_note ?? '',
    staffNote: from.staff_note ?? '',
    allergens: from.allergens ?? [],
  };
}

/** What a customer began in a chat. */
export const draftOfChat = (customer: string, { name, phone, table }: ChatDraft, timezone: string) => ({
  name: name ?? customer,
  phone: phone ?? '',
  ...(table && { guests: String(table.guests_count) }),
  date: table?.starts_at ? dateOf(table.starts_at, timezone) : (table?.date ?? ''),
  time: table?.starts_at ? timeOf(table.starts_at, timezone) : '',
});

/** The instant of a date and a time of the restaurant; null while one is missing. */
export function startsAtOf({ date, time }: Pick<ReservationDraft, 'date' | 'time'>, timezone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null;
  return new Date(fromLocalParts(dayOfDate(date) * DAY + msOfTime(time), timezone)).toISOString();
}

const whole = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

export const guestsOf = ({ guests }: ReservationDraft): number | null => {
  const count = whole(guests);
  return count !== null && count >= 1 && count <= 1000 ? count : null;
};

/** The values of a draft, or what is wrong with it. `isNameless`: a walk-in needs no name. */
export function valuesOf(
  draft: ReservationDraft,
  { timezone, usualMinutes, isNameless }: { timezone: string; usualMinutes: number; isNameless: boolean },
):
  | { values: Required<Omit<EditBody, 'is_above_maxima' | 'was_offline' | 'device_name' | 'occurred_at' | 'op_id'>> }
  | { wrong: Set<Fault> } {
  const guests_count = guestsOf(draft);
  const starts_at = startsAtOf(draft, timezone);
  const minutes = draft.isOwnMinutes ? whole(draft.minutes) : usualMinutes;
  const wrong = new Set<Fault>();
  if (guests_count === null) wrong.add('guests');
  if (starts_at === null) wrong.add('time');
  if (minutes === null || minutes < 15 || minutes > 720) wrong.add('minutes');
  if (!isNameless && !draft.name.trim() && !draft.phone.trim() && !draft.email.trim()) wrong.add('name');
  if (draft.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())) wrong.add('email');
  if (wrong.size > 0 || guests_count === null || starts_at === null || minutes === null) return { wrong };
  const orNull = (text: string) => text.trim() || null;
  return {
    values: {
      name: draft.name.trim(),
      phone: orNull(draft.phone),
      email: orNull(draft.email)?.toLowerCase() ?? null,
      guests_count,
      starts_at,
      duration_minutes: minutes,
      table_ids: draft.tableIds,
      area_id: draft.areaId || null,
      occasion: orNull(draft.occasion),
      customer_note: orNull(draft.customerNote),
      staff_note: orNull(draft.staffNote),
      allergens: draft.allergens,
    },
  };
}
