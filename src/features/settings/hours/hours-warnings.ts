import type { Order } from '../../../../contract/orders/calls.ts';
import { hoursFor, isOpen } from '../../../../contract/restaurant/opening-hours.ts';
import type { OpeningHours } from '../../../../contract/restaurant/rows.ts';
import { DAY, dateOfDay, dayOfLocalParts, toLocalParts } from '../../../../contract/restaurant/zone.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';

export type HoursWarning = { kind: 'order'; text: string; orderId: string } | { kind: 'clocks'; text: string };

/** The clocks change within this time. */
const AHEAD = 60 * DAY;

type Scheduled = Pick<Order, 'id' | 'order_no' | 'order_type' | 'scheduled_for'>;

/** What follows from hours, before they are saved: orders outside of them, and a clock change that is near. `now`: epoch ms. */
export function hoursWarnings(
  hours: OpeningHours,
  { timezone, orders, now }: { timezone: string; orders: readonly Scheduled[]; now: number },
): HoursWarning[] {
  const outside = orders.filter(
    ({ scheduled_for: at, order_type }) =>
      at !== null && Date.parse(at) > now && !isOpen(hoursFor(hours, order_type), timezone, at),
  );
  return [
    ...outside.slice(0, 5).map(({ id, order_no, scheduled_for }): HoursWarning => ({
      kind: 'order',
      orderId: id,
      text: `Order #${order_no}, wanted ${untilLabel(scheduled_for!, timezone, now)}, is outside of these hours. It stays accepted.`,
    })),
    ...(outside.length > 5
      ? [{ kind: 'clocks' as const, text: `${outside.length - 5} more scheduled orders are outside of these hours.` }]
      : []),
    ...clockChange(timezone, now),
  ];
}

function clockChange(timezone: string, now: number): HoursWarning[] {
  const offset = (at: number) => toLocalParts(at, timezone) - at;
  for (let at = now; at < now + AHEAD; at += DAY) {
    const moved = offset(at + DAY) - offset(at);
    if (moved === 0) continue;
    const date = dateOfDay(dayOfLocalParts(toLocalParts(at + DAY, timezone)));
    const direction = moved > 0 ? 'forward' : 'back';
    return [{ kind: 'clocks', text: `The clocks go ${direction} on ${date}. Hours stay the same on the clock.` }];
  }
  return [];
}
