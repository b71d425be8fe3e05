import type { Order, OrderStatus } from '../contract/orders/calls.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';
import { iso, MINUTE, ownerOf, type Kitchen, type Wanted } from './kitchen.ts';
import type { Random } from './random.ts';

const stepFields = [
  'accepted_at',
  'preparing_at',
  'ready_at',
  'picked_up_at',
  'completed_at',
  'rejected_at',
  'cancelled_at',
] as const;
type Steps = Pick<Order, (typeof stepFields)[number]>;

/** When each step was taken: spread over the promised time and never after `now`. */
export function timesOf(random: Random, { placedAt, status, now, type }: Wanted, promised: number) {
  const steps: Steps = {
    accepted_at: null,
    preparing_at: null,
    ready_at: null,
    picked_up_at: null,
    completed_at: null,
    rejected_at: null,
    cancelled_at: null,
  };
  const reached = reachedBy[status];
  // An open order took its steps within the time since it was placed; a finished one took about as long as promised.
  const span =
    status === 'completed'
      ? promised * (0.8 + random.next() * 0.4) * MINUTE
      : Math.min(promised * MINUTE, now - placedAt);
  for (const [field, share] of reached) {
    if (field === 'picked_up_at' && type !== 'delivery') continue;
    const at = placedAt + span * share + (random.next() * 0.04 - 0.02) * span;
    steps[field] = iso(Math.min(at, now));
  }
  const last = stepFields.map((field) => steps[field]).findLast((at) => at !== null) ?? iso(placedAt);
  return { steps, last, accepted_at: steps.accepted_at };
}

const reachedBy: Record<OrderStatus, [keyof Steps, number][]> = {
  pending: [],
  accepted: [['accepted_at', 0.4]],
  preparing: [
    ['accepted_at', 0.1],
    ['preparing_at', 0.35],
  ],
  ready: [
    ['accepted_at', 0.05],
    ['preparing_at', 0.1],
    ['ready_at', 0.6],
  ],
  out_for_delivery: [
    ['accepted_at', 0.05],
    ['preparing_at', 0.15],
    ['ready_at', 0.6],
    ['picked_up_at', 0.75],
  ],
  completed: [
    ['accepted_at', 0.05],
    ['preparing_at', 0.2],
    ['ready_at', 0.65],
    ['picked_up_at', 0.75],
    ['completed_at', 1],
  ],
  rejected: [['rejected_at', 0.08]],
  cancelled: [
    ['accepted_at', 0.05],
    ['cancelled_at', 0.3],
  ],
};

const statusOfField = {
  accepted_at: 'accepted',
  preparing_at: 'preparing',
  ready_at: 'ready',
  picked_up_at: 'out_for_delivery',
  completed_at: 'completed',
  rejected_at: 'rejected',
  cancelled_at: 'cancelled',
} as const satisfies Record<keyof Steps, OrderStatus>;

/** The timeline that leads to the status. */
export function eventsOf(
  kitchen: Kitchen,
  status: OrderStatus,
  placed_at: string,
  steps: Steps,
  placedBy: Actor,
): Order['events'] {
  const { random } = kitchen;
  const events: Order['events'] = [
    {
      id: newId(new Date(placed_at)),
      type: 'placed',
      from: null,
      to: 'pending',
      at: placed_at,
      arrived_at: placed_at,
      actor: placedBy,
      device_name: null,
      note: null,
      was_offline: false,
    },
  ];
  let from: OrderStatus = 'pending';
  for (const field of stepFields) {
    const at = steps[field];
    if (at === null) continue;
    const to = statusOfField[field];
    // Occasionally the kitchen's tablet was offline, and its changes arrived later.
    const was_offline = status === 'completed' && to === 'ready' && random.chance(0.02);
    events.push({
      id: newId(new Date(at)),
      type: 'status',
      from,
      to,
      at,
      arrived_at: was_offline ? iso(Date.parse(at) + random.between(4, 18) * MINUTE) : at,
      actor: ownerOf(kitchen),
      device_name: to === 'accepted' || to === 'rejected' ? 'Counter' : 'Kitchen tablet',
      note: null,
      was_offline,
    });
    from = to;
  }
  return events;
}
