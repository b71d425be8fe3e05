import { describe, expect, test } from 'vitest';
import { blankOrder } from './new-order.ts';
import { applyStatus, nextSteps, type StatusBody, type StatusContext, type StatusRules } from './status.ts';
import { orderStatuses, type Order, type OrderStatus } from './calls.ts';

const NOON = '2026-11-20T12:00:00.000Z';
const at = (time: string) => `2026-11-20T${time}:00.000Z`;

const restaurant: StatusRules = {
  delivery_type: 'own_couriers',
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
};
const withPartner: StatusRules = { ...restaurant, delivery_type: 'both' };

const times: [OrderStatus, keyof Order][] = [
  ['accepted', 'accepted_at'],
  ['preparing', 'preparing_at'],
  ['ready', 'ready_at'],
  ['out_for_delivery', 'picked_up_at'],
  ['completed', 'completed_at'],
];

/** An order at noon, after its steps were made one by one. */
function orderAt(status: OrderStatus, fields: Partial<Order> = {}): Order {
  const order = blankOrder({
    id: '0192f0a0-0000-7000-8000-000000000001',
    version: 1,
    created_at: NOON,
    updated_by: null,
    order_no: '142',
    order_status: status,
    order_type: 'pickup',
    channel: 'website',
    customer: { name: 'Joanna Price', phone: null, email: null },
    due_at: at('12:30'),
    currency: 'GBP',
    placed_at: at('11:50'),
    rejected_at: status === 'rejected' ? NOON : null,
    cancelled_at: status === 'cancelled' ? NOON : null,
  });
  const rank = times.findIndex(([step]) => step === status);
  for (const [, field] of times.slice(0, rank + 1)) Object.assign(order, { [field]: NOON });
  return { ...order, ...fields };
}

let ops = 0;
const opId = () => `0192f0a0-0000-7000-8000-${String((ops += 1)).padStart(12, '0')}`;

const context = (fields: Partial<StatusContext> = {}): StatusContext => ({
  occurredAt: at('12:05'),
  opId: opId(),
  actor: { kind: 'user', id: 'u', name: 'Ravi Menon' },
  now: at('12:05'),
  restaurant,
  ...fields,
});

const bodyTo = (to: OrderStatus): StatusBody => ({
  order_status: to,
  ...(to === 'rejected' ? { reason: 'busy' } : {}),
});

function outcome(order: Order, body: StatusBody, fields: Partial<StatusContext> = {}): string {
  const result = applyStatus(order, body, context(fields));
  if (result.kind === 'moved') return `→ ${result.order.order_status}`;
  return result.kind === 'noop' ? 'no-op' : result.code;
}

const final = 'order_already_final';
const no = 'transition_not_allowed';
const same = 'no-op';

/** Rows: from. Columns: to, in the order of the steps, then rejected and cancelled. A pickup order, without expected_status. */
const pickup: Record<OrderStatus, string[]> = {
  //                pending accepted      preparing      ready      out  completed      rejected      cancelled
  pending: /*    */ [same, '→ accepted', '→ preparing', '→ ready', no, no, '→ rejected', '→ cancelled'],
  accepted: /*   */ [no, same, '→ preparing', '→ ready', no, no, no, '→ cancelled'],
  preparing: /*  */ [no, same, same, '→ ready', no, no, no, '→ cancelled'],
  ready: /*      */ [no, same, same, same, no, '→ completed', no, '→ cancelled'],
  out_for_delivery: [no, same, same, same, same, '→ completed', no, '→ cancelled'],
  completed: /*  */ [no, same, same, same, no, same, final, final],
  rejected: /*   */ [final, final, final, final, final, final, same, final],
  cancelled: /*  */ [final, final, final, final, final, final, final, same],
};

/** Differences for a delivery: own couriers, then a partner's. */
const delivery: Partial<Record<OrderStatus, Partial<Record<OrderStatus, [own: string, partner: string]>>>> = {
  ready: { out_for_delivery: ['→ out_for_delivery', '→ out_for_delivery'], completed: [no, '→ completed'] },
  completed: { out_for_delivery: [same, same] },
};

describe('every step from every state', () => {
  for (const from of orderStatuses) {
    orderStatuses.forEach((to, column) => {
      const expected = pickup[from][column]!;
      test(`a pickup from ${from} to ${to}: ${expected}`, () => {
        for (const order_type of ['pickup', 'dine_in', 'catering', 'reservation'] as const) {
          expect(outcome(orderAt(from, { order_type }), bodyTo(to))).toBe(expected);
        }
      });
      const [own, partner] = delivery[from]?.[to] ?? [expected, expected];
      test(`a delivery from ${from} to ${to}: ${own}, with a partner ${partner}`, () => {
        const order = orderAt(from, { order_type: 'delivery' });
        expect(outcome(order, bodyTo(to))).toBe(own);
        expect(outcome(order, bodyTo(to), { restaurant: withPartner })).toBe(partner);
        expect(outcome(order, bodyTo(to), { restaurant: { ...restaurant, delivery_type: 'delivery_partner' } })).toBe(
          partner,
        );
        // A device that does not know its restaurant leaves the decision to the server.
        expect(outcome(order, bodyTo(to), { restaurant: null })).toBe(partner);
      });
    });
  }

  test('a refused or repeated step returns the same object', () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        const order = orderAt(from);
        const before = structuredClone(order);
        const result = applyStatus(order, bodyTo(to), context());
        expect(order).toEqual(before);
        if (result.kind === 'noop') expect(result.order).toBe(order);
      }
    }
  });
});

describe('going back', () => {
  const recall = (from: OrderStatus, to: OrderStatus): StatusBody => ({ order_status: to, expected_status: from });

  test.each([
    ['ready', 'preparing'],
    ['out_for_delivery', 'ready'],
    ['completed', 'ready'],
  ] as const)('a recall brings %s back to %s', (from, to) => {
    expect(outcome(orderAt(from, { order_type: 'delivery' }), recall(from, to))).toBe(`→ ${to}`);
  });

  test.each([
    ['preparing', 'accepted'],
    ['accepted', 'pending'],
    ['out_for_delivery', 'preparing'],
    ['completed', 'preparing'],
    ['ready', 'pending'],
  ] as const)('no recall leads from %s to %s', (from, to) => {
    expect(outcome(orderAt(from, { order_type: 'delivery' }), recall(from, to))).toBe(no);
  });

  test('a recall of an outdated status is refused', () => {
    expect(outcome(orderAt('out_for_delivery', { order_type: 'delivery' }), recall('ready', 'preparing'))).toBe(
      'status_changed',
    );
    expect(outcome(orderAt('preparing'), recall('ready', 'preparing'))).toBe('status_changed');
    for (const closed of ['completed', 'rejected', 'cancelled'] as const) {
      expect(outcome(orderAt(closed), recall('ready', 'preparing'))).toBe(final);
    }
  });

  test('a completed order can be recalled within fifteen minutes', () => {
    const order = orderAt('completed');
    expect(outcome(order, recall('completed', 'ready'), { occurredAt: at('12:15') })).toBe('→ ready');
    expect(outcome(order, recall('completed', 'ready'), { occurredAt: '2026-11-20T12:15:00.001Z' })).toBe(no);
    const night = orderAt('completed', { completed_at: '2026-11-21T03:55:00.000Z' });
    expect(outcome(night, recall('completed', 'ready'), { occurredAt: '2026-11-21T03:59:00.000Z' })).toBe('→ ready');
    expect(outcome(night, recall('completed', 'ready'), { occurredAt: '2026-11-21T04:01:00.000Z' })).toBe(no);
  });

  test('a recall made in time may arrive late', () => {
    expect(
      outcome(orderAt('completed'), recall('completed', 'ready'), { occurredAt: at('12:10'), now: at('14:00') }),
    ).toBe('→ ready');
  });

  test('an earlier step that arrives after the recall is ignored', () => {
    const recalled = applyStatus(orderAt('ready'), recall('ready', 'preparing'), context({ occurredAt: at('12:10') }));
    if (recalled.kind !== 'moved') throw new Error('The recall is refused');
    expect(recalled.order).toMatchObject({ order_status: 'preparing', ready_at: null, recalled_at: at('12:10') });
    expect(recalled.order.events.at(-1)).toMatchObject({ type: 'recall', from: 'ready', to: 'preparing' });
    expect(outcome(recalled.order, bodyTo('ready'), { occurredAt: at('12:09') })).toBe(same);
    expect(outcome(recalled.order, bodyTo('completed'), { occurredAt: at('12:09') })).toBe(same);
    expect(outcome(recalled.order, bodyTo('ready'), { occurredAt: at('12:11') })).toBe('→ ready');
    // A cancellation is not a forward step: it counts whenever it was made.
    expect(outcome(recalled.order, bodyTo('cancelled'), { occurredAt: at('12:09') })).toBe('→ cancelled');
  });

  test('the merge rule ignores a forward step’s expected status', () => {
    expect(outcome(orderAt('preparing'), { order_status: 'accepted', expected_status: 'pending' })).toBe(same);
    expect(outcome(orderAt('pending'), { order_status: 'ready', expected_status: 'preparing' })).toBe('→ ready');
    expect(outcome(orderAt('preparing'), { order_status: 'cancelled', expected_status: 'accepted' })).toBe(
      'status_changed',
    );
  });
});

describe('what a step stores', () => {
  test('a jump sets the skipped steps’ times', () => {
    const result = applyStatus(orderAt('pending'), bodyTo('ready'), context({ occurredAt: at('12:20') }));
    if (result.kind !== 'moved') throw new Error('The jump is refused');
    expect(result.order).toMatchObject({
      accepted_at: at('12:20'),
      preparing_at: at('12:20'),
      ready_at: at('12:20'),
      picked_up_at: null,
    });
    const late = applyStatus(orderAt('accepted'), bodyTo('ready'), context({ occurredAt: at('12:20') }));
    expect(late).toMatchObject({ kind: 'moved', order: { accepted_at: NOON, preparing_at: at('12:20') } });
  });

  test('the events get one entry with times and operation', () => {
    const one = context({ occurredAt: at('19:02'), now: at('19:40') });
    const result = applyStatus(
      orderAt('preparing'),
      { ...bodyTo('ready'), was_offline: true, device_name: 'Kitchen tablet', note: 'hot' },
      one,
    );
    if (result.kind !== 'moved') throw new Error('The step is refused');
    expect(result.order.events).toEqual([
      {
        id: one.opId,
        type: 'status',
        from: 'preparing',
        to: 'ready',
        at: at('19:02'),
        arrived_at: at('19:40'),
        actor: one.actor,
        device_name: 'Kitchen tablet',
        note: 'hot',
        was_offline: true,
      },
    ]);
    // The same operation again, as when a device rebases on a row that contains it.
    expect(applyStatus(result.order, bodyTo('ready'), one)).toEqual({ kind: 'noop', order: result.order });
  });

  test('accepting with minutes updates the promised time', () => {
    const body: StatusBody = { order_status: 'accepted', prep_minutes: 40 };
    const promise = (fields: Partial<Order>) => applyStatus(orderAt('pending', fields), body, context());
    expect(promise({})).toMatchObject({
      order: { prep_minutes: 40, estimated_ready_at: at('12:45'), due_at: at('12:45') },
    });
    expect(promise({ order_type: 'delivery', due_at: at('13:00') })).toMatchObject({ order: { due_at: at('13:00') } });
  });

  test('a scheduled order is due at its own time', () => {
    const body: StatusBody = { order_status: 'accepted', prep_minutes: 40 };
    const later = orderAt('pending', { is_asap: false, scheduled_for: at('19:00'), due_at: at('19:00') });
    expect(applyStatus(later, body, context())).toMatchObject({
      order: { prep_minutes: 40, estimated_ready_at: at('19:00'), due_at: at('19:00') },
    });
  });

  test('accepting without minutes keeps the promised time', () => {
    const body: StatusBody = { order_status: 'accepted' };
    expect(applyStatus(orderAt('pending', { due_at: at('12:30') }), body, context())).toMatchObject({
      order: { prep_minutes: null, estimated_ready_at: at('12:30'), due_at: at('12:30') },
    });
  });

  test('the reason for ending an order is stored', () => {
    const rejected = applyStatus(
      orderAt('pending'),
      { order_status: 'rejected', reason: 'out_of_stock', note: 'No prawns' },
      context(),
    );
    expect(rejected).toMatchObject({
      order: { rejected_at: at('12:05'), rejection_reason: 'out_of_stock', rejection_note: 'No prawns' },
    });
    const cancelled = applyStatus(orderAt('ready'), { order_status: 'cancelled', reason: 'no_show' }, context());
    expect(cancelled).toMatchObject({
      order: { cancelled_at: at('12:05'), cancellation_reason: 'no_show', cancellation_note: null },
    });
  });

  test('a rejection needs a matching reason', () => {
    const refused = (body: StatusBody) => applyStatus(orderAt('pending'), body, context());
    expect(refused({ order_status: 'rejected' })).toMatchObject({
      code: 'invalid_fields',
      field_errors: { reason: expect.any(String) },
    });
    expect(refused({ order_status: 'rejected', reason: 'no_show' })).toMatchObject({ code: 'invalid_fields' });
    expect(refused({ order_status: 'cancelled', reason: 'busy' })).toMatchObject({ code: 'invalid_fields' });
    expect(refused({ order_status: 'accepted', reason: 'busy' })).toMatchObject({ code: 'invalid_fields' });
    expect(refused({ order_status: 'ready', prep_minutes: 10 })).toMatchObject({ code: 'invalid_fields' });
    expect(outcome(orderAt('pending'), { order_status: 'cancelled' })).toBe('→ cancelled');
  });
});

describe('the first final status wins', () => {
  test('later ones are refused, repetitions accepted', () => {
    for (const first of ['completed', 'rejected', 'cancelled'] as const) {
      for (const second of ['completed', 'rejected', 'cancelled'] as const) {
        expect(outcome(orderAt(first), bodyTo(second))).toBe(first === second ? same : final);
      }
    }
  });
});

describe('the next steps that a screen offers', () => {
  const stepLabels = (status: OrderStatus, fields: Partial<Order> = {}, rules = restaurant, now = at('12:05')) =>
    nextSteps(orderAt(status, fields), rules, now).map((step) => step.label);

  test('a pickup', () => {
    expect(stepLabels('pending')).toEqual(['Accept', 'Start', 'Reject', 'Cancel']);
    expect(stepLabels('accepted')).toEqual(['Start', 'Ready', 'Cancel']);
    expect(stepLabels('preparing')).toEqual(['Ready', 'Cancel']);
    expect(stepLabels('ready')).toEqual(['Complete', 'Recall', 'Cancel']);
    expect(stepLabels('completed')).toEqual(['Recall']);
    expect(stepLabels('completed', {}, restaurant, at('12:16'))).toEqual([]);
    expect(stepLabels('rejected')).toEqual([]);
    expect(stepLabels('cancelled')).toEqual([]);
  });

  test('a delivery', () => {
    const order_type = 'delivery';
    expect(stepLabels('ready', { order_type })).toEqual(['Out for delivery', 'Recall', 'Cancel']);
    expect(stepLabels('ready', { order_type }, withPartner)).toEqual([
      'Out for delivery',
      'Complete',
      'Recall',
      'Cancel',
    ]);
    expect(stepLabels('out_for_delivery', { order_type })).toEqual(['Complete', 'Recall', 'Cancel']);
  });

  test('each offered step is accepted', () => {
    for (const order_type of ['pickup', 'delivery'] as const) {
      for (const rules of [restaurant, withPartner]) {
        for (const status of orderStatuses) {
          const order = orderAt(status, { order_type });
          for (const step of nextSteps(order, rules, at('12:05'))) {
            const body = {
              ...bodyTo(step.order_status),
              ...(step.expected_status ? { expected_status: step.expected_status } : {}),
            };
            expect(outcome(order, body, { restaurant: rules })).toBe(`→ ${step.order_status}`);
            expect(step.needsReason).toBe(step.order_status === 'rejected');
          }
        }
      }
    }
  });
});

describe('devices that were offline', () => {
  test('forward steps commute', () => {
    const steps = ['accepted', 'preparing', 'ready'] as const;
    for (const order of permutations(steps)) {
      let row = orderAt('pending');
      for (const to of order) {
        const result = applyStatus(row, bodyTo(to), context());
        if (result.kind === 'refused') throw new Error(`${to} is refused after ${row.order_status}`);
        row = result.order;
      }
      expect(row.order_status).toBe('ready');
      expect(row).toMatchObject({ accepted_at: at('12:05'), preparing_at: at('12:05'), ready_at: at('12:05') });
    }
  });

  test('an operation that arrives twice counts once', () => {
    const queue = (['accepted', 'preparing', 'ready', 'completed'] as const).map((to) => ({
      body: bodyTo(to),
      one: context(),
    }));
    const run = (list: typeof queue) =>
      list.reduce((row, { body, one }) => {
        const result = applyStatus(row, body, one);
        return result.kind === 'refused' ? row : result.order;
      }, orderAt('pending'));
    const once = run(queue);
    expect(run([...queue, ...queue])).toEqual(once);
    expect(run(queue.flatMap((op) => [op, op]))).toEqual(once);
    expect(once.events).toHaveLength(4);
  });
});

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, i) => permutations(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}
