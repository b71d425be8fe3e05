import type * as menu from './calls.ts';
import type { MenuItem } from './calls.ts';
import type { Args } from '../call.ts';
import type { ModifierGroup } from './modifiers.ts';
import type { AvailabilityStatus } from './parts.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { Actor } from '../fields.ts';
import { businessDay, businessDayRange } from '../restaurant/business-day.ts';
import { nextOpening } from '../restaurant/opening-hours.ts';

export type AvailabilityBody = Args<typeof menu.setAvailability>['body'];
/** The restaurant's rules that decide how long "today" is. */
export type OpeningRules = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time' | 'opening_hours'>;

/** True if available, or if its absence has ended by itself. */
export function isAvailable(
  item: Pick<MenuItem, 'availability_status' | 'unavailable_until'>,
  now: string | Date,
): boolean {
  if (item.availability_status === 'available') return true;
  return item.unavailable_until !== null && Date.parse(item.unavailable_until) <= new Date(now).getTime();
}

export type AvailabilityOutcome =
  | { kind: 'set'; item: MenuItem }
  /** A later change wins; `item` is unchanged. */
  | { kind: 'superseded'; item: MenuItem }
  | { kind: 'refused'; code: 'invalid_fields'; field_errors: Record<string, string> };

/** What a change of availability is made on: an item or one of its variants. */
type Target = Pick<MenuItem, 'availability_status' | 'unavailable_until'> &
  Pick<MenuItem, 'availability_reason' | 'availability_changed_at' | 'availability_changed_by' | 'availability_op_id'>;

export interface AvailabilityContext {
  /** When the person did it, ISO. */
  occurredAt: string;
  opId: string;
  actor: Actor | null;
  /** Null if not known; `duration` without `unavailable_until` then counts as indefinite. */
  restaurant: OpeningRules | null;
}

/**
 * Sets the availability of an item, or of the named variant. For each, the newest `occurredAt` wins, then the greater `opId`, in whatever
 * order they arrive.
 */
export function applyAvailability(
  item: MenuItem,
  body: AvailabilityBody,
  context: AvailabilityContext,
): AvailabilityOutcome {
  const target = targetOf(item, body);
  if (!target) return noSuch('variant_id', 'This item has no such variant');
  const change = changeOf(target, body, context);
  if (change.kind === 'refused') return change;
  if (change.kind === 'superseded') return { kind: 'superseded', item };
  const { changed } = change;
  if (target === item)
    return { kind: 'set', item: { ...item, ...changed, is_available: isAvailable(changed, context.occurredAt) } };
  const variants = item.variants?.map((variant) => (variant === target ? { ...variant, ...changed } : variant));
  return { kind: 'set', item: { ...item, variants } };
}

export type ModifierAvailabilityOutcome =
  | { kind: 'set'; group: ModifierGroup }
  | { kind: 'superseded'; group: ModifierGroup }
  | Extract<AvailabilityOutcome, { kind: 'refused' }>;

/** Sets the availability of a modifier, by the rule of an item's. */
export function applyModifierAvailability(
  group: ModifierGroup,
  modifierId: string,
  body: Omit<AvailabilityBody, 'variant_id'>,
  context: AvailabilityContext,
): ModifierAvailabilityOutcome {
  const target = group.modifiers.find(({ id }) => id === modifierId.toLowerCase());
  if (!target) return noSuch('modifier_id', 'The group has no such modifier');
  const change = changeOf(target, body, context);
  if (change.kind === 'refused') return change;
  if (change.kind === 'superseded') return { kind: 'superseded', group };
  const modifiers = group.modifiers.map((one) => (one === target ? { ...one, ...change.changed } : one));
  return { kind: 'set', group: { ...group, modifiers } };
}

const noSuch = (field: string, why: string) => ({
  kind: 'refused' as const,
  code: 'invalid_fields' as const,
  field_errors: { [field]: why },
});

type Change =
  | { kind: 'set'; changed: Target }
  | { kind: 'superseded' }
  | Extract<AvailabilityOutcome, { kind: 'refused' }>;

function changeOf(target: Target, body: AvailabilityBody, context: AvailabilityContext): Change {
  const status = statusOf(body);
  if (!status) {
    const hasBoth = body.is_available !== undefined && body.availability_status !== undefined;
    return noSuch(
      'is_available',
      hasBoth ? 'Contradicts availability_status' : 'Say is_available or availability_status',
    );
  }
  if (isLater(target, context)) return { kind: 'superseded' };
  const isOff = status !== 'available';
  return {
    kind: 'set',
    changed: {
      availability_status: status,
      unavailable_until: isOff ? unavailableUntil(body, context.occurredAt, context.restaurant) : null,
      availability_reason: isOff ? (body.reason ?? null) : null,
      availability_changed_at: context.occurredAt,
      availability_changed_by: context.actor,
      availability_op_id: context.opId,
    },
  };
}

/** True if the target already has the requested availability, as far as that can be compared directly. */
export function isAvailabilityOf(target: Target | undefined, body: AvailabilityBody): boolean {
  const status = statusOf(body);
  if (!target || status !== target.availability_status) return false;
  if (status === 'available') return true;
  return body.duration === undefined && (body.unavailable_until ?? null) === target.unavailable_until;
}

/** The variant that is named, or the item; undefined: there is no such variant. */
export const targetOf = (item: MenuItem, { variant_id: id }: Pick<AvailabilityBody, 'variant_id'>) =>
  id === undefined ? item : item.variants?.find((variant) => variant.id === id.toLowerCase());

/**
 * When a change made at `occurredAt` ends by itself; null if only a person ends it. "today" ends with the first opening of the next
 * business day, "next_opening" with the next one, possibly this evening.
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
  // A millisecond earlier, so that an opening at the cutoff itself counts.
  return nextOpening(hours, timezone, new Date(Date.parse(to) - 1)) ?? to;
}

function statusOf(body: AvailabilityBody): AvailabilityStatus | null {
  const { is_available, availability_status } = body;
  if (availability_status === undefined)
    return is_available === undefined ? null : is_available ? 'available' : 'sold_out';
  if (is_available !== undefined && is_available !== (availability_status === 'available')) return null;
  return availability_status;
}

function isLater(item: Target, { occurredAt, opId }: AvailabilityContext): boolean {
  if (item.availability_changed_at === null) return false;
  const difference = Date.parse(item.availability_changed_at) - Date.parse(occurredAt);
  if (difference !== 0) return difference > 0;
  return (item.availability_op_id ?? '').toLowerCase() > opId.toLowerCase();
}
