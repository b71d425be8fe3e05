import * as calls from '../../../contract/reservations/calls.ts';
import type { Reservation, ReservationEvent } from '../../../contract/reservations/calls.ts';
import { namesOf as namesOfFields } from '../../../contract/entity-fields.ts';
import { type EditableField, reservationFields } from '../../../contract/reservations/reservation-fields.ts';
import { settingsOf } from '../../../contract/reservations/settings-parts.ts';
import { nextReservationSteps, type ReservationStep } from '../../../contract/reservations/status.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import {
  fieldLabels,
  guestsLabel,
  isNowWords,
  partLabels,
  reservationStatusLabels,
  settingLabels,
  statusLabelOf,
  stepWords,
} from './labels.ts';
import { capital } from '../../lib/capital.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;
type Place = Pick<Restaurant, 'timezone' | 'reservation_settings' | 'opening_hours'>;

/** Describes a change of a reservation: "Joanna Price is seated". */
export function describeReservation(
  change: Change,
  reservation: Reservation | null,
  place: Place,
  now: number,
): Described {
  const { body } = change;
  const name = nameOf(reservation) ?? (body.name as string | undefined)?.trim() ?? '';
  const who = name || (body.source === 'walk_in' ? 'A walk-in' : 'A reservation');
  const id = reservation?.id ?? change.path.id;
  const base = { place: 'Reservations', icon: 'person' as const, href: id ? links.reservation(id) : null };
  if (isOf(calls.create, change)) {
    const when = untilLabel(body.starts_at as string, place.timezone, now);
    const party = guestsLabel(body.guests_count as number);
    if (body.is_waitlisted === true)
      return { ...base, title: `${who} waits for a table, ${party}`, subject: `${who}, waiting list` };
    return body.reservation_status === 'seated'
      ? { ...base, title: `${who} is seated, ${party}`, subject: `${who}, seat` }
      : { ...base, title: `${who} reserved ${when}, ${party}`, subject: `${who}, reservation` };
  }
  if (isOf(calls.setStatus, change)) {
    const status = body.reservation_status as ReservationStep['reservation_status'];
    return { ...base, title: `${who} ${isNowWords[status]}`, subject: `${who}, ${stepWords[status]}` };
  }
  const fields = fieldsOf(body)
    .map((field) => fieldLabels[field])
    .join(', ');
  return { ...base, title: `${who}: ${fields} changed`, subject: `${who}, ${fields}` };
}

/** What the server says about a table that somebody else has: their reservation, and what is free instead. */
type Taken = Reservation & { instead?: { table_ids: string[]; times: string[] } };

/** Why a change of a reservation was refused, and what is possible instead. */
export function describeReservationRefusal(deadLetter: DeadLetter, place: Restaurant, now: number): Refusal {
  const { entry, error, reason } = deadLetter;
  const theirs = deadLetter.theirs as Taken | null;
  if (reason === 'superseded' && theirs) return describeLost(deadLetter, theirs, place, now);
  const code = error?.code ?? (reason === 'dependency' ? 'dependency' : 'apply_failed');
  const isTaken = code === 'table_taken' || code === 'slot_full';
  const wanted = entry.body.reservation_status as ReservationStep['reservation_status'] | undefined;
  const canAgain =
    isOf(calls.setStatus, entry) &&
    theirs !== null &&
    !isTaken &&
    nextReservationSteps(theirs, place, now).some((step) => step.reservation_status === wanted);
  const mend = isTaken
    ? { words: 'Choose another table or time', href: mendAddress(entry) }
    : theirs
      ? { words: 'Open the reservation', href: links.reservation(theirs.id) }
      : undefined;
  return {
    why: [whyRefused(code, theirs, place, now), isTaken && theirs ? insteadWords(theirs, place) : '']
      .filter(Boolean)
      .join(' '),
    pair: null,
    restoreLabel:
      canAgain && wanted ? `${capital(stepWords[wanted])} anyway` : code === 'internal' ? 'Try again' : null,
    keepLabel: 'Understood',
    ...(mend && { mend }),
  };
}

/** A refused new one is not on the list: its form is opened anew with what was typed. */
const mendAddress = (entry: OutboxEntry): string =>
  isOf(calls.create, entry) ? links.reservations({ failed: entry.key }) : links.reservation(entry.path.id ?? '');

function describeLost(deadLetter: DeadLetter, theirs: Reservation, place: Restaurant, now: number): Refusal {
  const lost = fieldsOf(lostPart(deadLetter));
  const standing = lostFields(deadLetter)?.standing;
  return {
    why: standing
      ? standingWords(standing, deadLetter.entry.occurredAt, place.timezone, now)
      : 'Another device changed it too. What was changed last stands.',
    pair:
      lost.length === 0
        ? null
        : {
            theirs: lost.map((field) => valueLabel(field, theirs[field], place, now)).join(', '),
            yours: lost.map((field) => valueLabel(field, deadLetter.entry.body[field], place, now)).join(', '),
          },
    restoreLabel: isOf(calls.create, deadLetter.entry) ? null : 'Restore yours',
    keepLabel: 'Keep theirs',
  };
}

function whyRefused(code: string, theirs: Taken | null, place: Place, now: number): string {
  switch (code) {
    case 'table_taken': {
      if (!theirs) return 'Somebody else has this table at that time.';
      const until = `${untilLabel(theirs.starts_at, place.timezone, now)} to ${timeOf(theirs.ends_at, place.timezone)}`;
      const tables = namesOf(theirs.table_ids, place);
      return `${nameOf(theirs) ?? 'A walk-in'} has ${tables ? `table ${tables}` : 'this table'}, ${until}${byWords(theirs)}.`;
    }
    case 'slot_full':
      return 'No more guests are taken at that time.';
    case 'reservation_already_final':
    case 'status_changed':
    case 'transition_not_allowed':
      return theirs ? standsWords(theirs, place, now) : 'The reservation had changed before this arrived.';
    case 'not_found':
      return 'The reservation was deleted before this arrived.';
    case 'dependency':
      return 'The reservation that this belongs to was refused.';
    case 'invalid_fields':
      return 'The server does not take these values: the tables may have changed. Choose the table again.';
    default:
      return 'The server refused this change. Nothing was changed.';
  }
}

/** "It was already cancelled by the guest at 19:01." */
function standsWords(reservation: Reservation, { timezone }: Place, now: number): string {
  const last = reservation.events.findLast((event) => event.to === reservation.reservation_status);
  const who = last?.actor?.kind === 'customer' ? 'the guest' : (last?.device_name ?? last?.actor?.name ?? null);
  const when = untilLabel(last?.at ?? reservation.updated_at, timezone, now);
  return `The reservation is already ${statusLabelOf(reservation).toLowerCase()}${who ? ` by ${who}` : ''}, ${when}.`;
}

const byWords = ({ events: [made] }: Reservation): string => {
  if (made?.actor?.kind === 'customer') return ', booked by the guest';
  const who = made?.device_name ?? made?.actor?.name;
  return who ? `, taken on ${who}` : '';
};

/** "Free then: table 6. Free times: 19:00, 20:15." */
function insteadWords({ instead }: Taken, place: Place): string {
  if (!instead) return '';
  const tables = namesOf(instead.table_ids, place);
  const times = instead.times.map((at) => timeOf(at, place.timezone)).join(', ');
  return [tables && `Free then: table ${tables}.`, times && `Free times: ${times}.`].filter(Boolean).join(' ');
}

/** "4 and 5" */
export function namesOf(tableIds: readonly string[], place: Place): string {
  const { tables } = settingsOf(place).tables;
  return tableIds.map((id) => tables.find((table) => table.id === id)?.name ?? 'deleted').join(' and ');
}

const nameOf = (reservation: Pick<Reservation, 'name' | 'phone'> | null): string | null =>
  reservation?.name || reservation?.phone || null;

const fieldsOf = (body: Record<string, unknown>): EditableField[] =>
  namesOfFields(reservationFields).filter((field) => field in body);

/** What happened to it: "Reserved"; "Time today 19:00 to today 20:00, party 2 guests to 4 guests". */
export function eventWords({ type, to, changes = [] }: ReservationEvent, place: Place, now: number): string {
  if (type !== 'edited') return type === 'created' && to === 'confirmed' ? 'Reserved' : statusWords(to);
  const words = changes.map(({ field, from, to: value }) => {
    const [before, after] = [from, value].map((one) => valueLabel(field as EditableField, one, place, now));
    return `${fieldLabels[field] ?? field} ${before === after ? 'changed' : `${before} to ${after}`}`;
  });
  return capital(words.join(', '));
}

const statusWords = (status: ReservationEvent['to']) => (status && (reservationStatusLabels[status] ?? status)) ?? '';

function valueLabel(field: EditableField, value: unknown, place: Place, now: number): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (field === 'starts_at') return untilLabel(value as string, place.timezone, now);
  if (field === 'guests_count') return guestsLabel(value as number);
  if (field === 'duration_minutes') return `${value as number} minutes`;
  if (field === 'table_ids') return namesOf(value as string[], place) || 'no table';
  if (field === 'area_id') return settingsOf(place).tables.areas.find(({ id }) => id === value)?.name ?? 'deleted';
  return field === 'allergens' ? allergenList(value as Reservation['allergens']) || 'none' : (value as string);
}

const parts = [
  [calls.saveBookingRules, 'booking'],
  [calls.saveTableConfig, 'tables'],
  [calls.saveAvailableTimes, 'times'],
] as const;
const partOf = (change: Pick<OutboxEntry, 'call'>) => parts.find(([call]) => isOf(call, change))?.[1] ?? null;

/** Is it about the settings of reservations? */
export const isReservationSettings = (change: Pick<OutboxEntry, 'call'>): boolean => partOf(change) !== null;

/** Describes a change of the settings: "Reservation tables saved". */
export function describeReservationSettings(change: Pick<OutboxEntry, 'call'>): Described {
  const label = partLabels[partOf(change) ?? 'booking'];
  return {
    title: `Reservations: ${label} saved`,
    subject: `Reservations, ${label}`,
    place: 'Settings',
    icon: 'person',
    href: links.settings({ tab: 'reservations' }),
  };
}

export function describeReservationSettingsRefusal(deadLetter: DeadLetter): Refusal {
  const lost = Object.keys(settingLabels).filter(
    (field) => field in lostPart(deadLetter),
  ) as (keyof typeof settingLabels)[];
  return {
    why:
      deadLetter.reason === 'superseded'
        ? `Someone saved these settings later, and that stands: ${lost.map((field) => settingLabels[field]).join(', ')}.`
        : 'These settings could not be saved. Nothing has changed.',
    pair: null,
    restoreLabel: deadLetter.reason === 'superseded' ? 'Restore yours' : null,
    keepLabel: deadLetter.reason === 'superseded' ? 'Keep theirs' : 'Understood',
    mend: { words: 'Open the settings', href: links.settings({ tab: 'reservations' }) },
  };
}
