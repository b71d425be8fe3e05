import type * as menu from './calls.ts';
import type { MenuItem } from './calls.ts';
import type { Args } from '../call.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { Actor } from '../fields.ts';
import { businessDay, businessDayRange } from '../restaurant/business-day.ts';
import { nextOpening } from '../restaurant/opening-hours.ts';

export type AvailabilityBody = Args<typeof menu.setAvailability>['body'];
/** What of a restaurant decides how long "today" is. */
export type OpeningRules = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time' | 'opening_hours'>;

/** Available, or its absence has ended by itself (data dictionary, section 7). */
export function isAvailable(
  item: Pick<MenuItem, 'availability_status' | 'unavailable_until'>,
  now: string | Date,
): boolean {
  if (item.availability_status === 'available') return true;
  return item.unavailable_until !== null && Date.parse(item.unavailable_until) <= new Date(now).getTime();
}

export type AvailabilityOutcome =
  | { kind: 'set'; item: MenuItem }
  /** A change made later stands; `item` is as it was. */
  | { kind: 'superseded'; item: MenuItem }
  | { kind: 'refused'; code: 'invalid_fields'; field_errors: Record<string, string> };

export interface AvailabilityContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  actor: Actor | null;
  /** Null where it is not known; then `duration` without `unavailable_until` counts as indefinite. */
  restaurant: OpeningRules | null;
}

/**
 * Sets the availability of an item. Of any set of changes the one with the newest `occurredAt` stands, a tie goes to the greater
 * `opId`, whatever the order in which they arrive.
 */
export function applyAvailability(
  item: MenuItem,
  body: AvailabilityBody,
  context: AvailabilityContext,
): AvailabilityOutcome {
  const status = statusOf(body);
  if (!status) {
    const said = body.is_available !== undefined && body.availability_status !== undefined;
    const field_errors = {
      is_available: said ? 'Contradicts availability_status' : 'Say is_available or availability_status',
    };
    return { kind: 'refused', code: 'invalid_fields', field_errors };
  }
  if (isLater(item, context)) return { kind: 'superseded', item };
  const isOff = status !== 'available';
  const changed: MenuItem = {
    ...item,
    availability_status: status,
    unavailable_until: isOff ? unavailableUntil(body, context.occurredAt, context.restaurant) : null,
    availability_reason: isOff ? (body.reason ?? null) : null,
    availability_changed_at: context.occurredAt,
    availability_changed_by: context.actor,
    availability_op_id: context.opId,
  };
  return { kind: 'set', item: { ...changed, is_available: isAvailable(changed, context.occurredAt) } };
}

/** Does the item say already what the change asks for, as far as it says so without reckoning? */
export function isAvailabilityOf(item: MenuItem, body: AvailabilityBody): boolean {
  const status = statusOf(body);
  if (status !== item.availability_status) return false;
  if (status === 'available') return true;
  return body.duration === undefined && (body.unavailable_until ?? null) === item.unavailable_until;
}

/**
 * When a change made at `occurredAt` ends by itself; null: not before somebody turns it on. "today" ends with the first opening of the
 * next business day, "next_opening" with the very next one, which may be this evening's.
 */
export function unavailableUntil(
  body: Pick<AvailabilityBody, 'unavailable_until' | 'duration'>,
  occurredAt: string,
  restaurant: OpeningRules | null,
): string | null {
  if (body.unavailable_until !== undefined) return body.unavailable_until;
  if (!restaurant) return null;
  const { timezone, business_day_cutoff_time: cutoff, opening_hours: hours } = restaurant;
  if (body.duration === 'next_opening') return nextOpening(hours, timezone, occurredAt);
  if (body.duration !== 'today') return null;
  const { to } = businessDayRange(businessDay(occurredAt, timezone, cutoff), timezone, cutoff);
  // A millisecond earlier, so that a kitchen which opens at the cutoff itself counts.
  return nextOpening(hours, timezone, new Date(Date.parse(to) - 1)) ?? to;
}

function statusOf(body: AvailabilityBody): menu.AvailabilityStatus | null {
  const { is_available, availability_status } = body;
  if (availability_status === undefined)
    return is_available === undefined ? null : is_available ? 'available' : 'sold_out';
  if (is_available !== undefined && is_available !== (availability_status === 'available')) return null;
  return availability_status;
}

function isLater(item: MenuItem, { occurredAt, opId }: AvailabilityContext): boolean {
  if (item.availability_changed_at === null) return false;
  const difference = Date.parse(item.availability_changed_at) - Date.parse(occurredAt);
  if (difference !== 0) return difference > 0;
  return (item.availability_op_id ?? '').toLowerCase() > opId.toLowerCase();
}
