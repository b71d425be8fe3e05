import { seed } from '../seed.ts';
import {
  OWN,
  type Sample,
  address,
  inMinutes,
  korma,
  dosa,
  dosaLine,
  dosaWithChutneys,
  kormaLine,
  made,
  naanLine,
  stands,
  status,
  walkIn,
} from './sample.ts';

/** Orders: manual ones and their progress. */
export const orders: Record<string, Sample[]> = {
  'payments.writeOff': [
    {
      does: 'writes off what a walk-in owes that left, and brings it back',
      steps: [
        { call: 'orders.create', body: walkIn(360) },
        status(made(360), 'ready'),
        status(made(360), 'completed'),
        { call: 'payments.writeOff', path: { id: made(360) }, body: { is_written_off: true, note: 'Left' } },
        { call: 'payments.writeOff', path: { id: made(360) }, body: { is_written_off: false } },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'writes off an order that is not completed',
      steps: [{ call: 'payments.writeOff', path: { id: seed.accepted }, body: { is_written_off: true } }],
      refused: 'transition_not_allowed',
    },
  ],
  'payments.take': [
    {
      does: 'takes cash for a walk-in, then the rest with a tip by card',
      steps: [
        { call: 'orders.create', body: walkIn(350) },
        {
          call: 'payments.take',
          path: { id: made(350) },
          body: { id: made(352), method: 'cash', amount: 500, tendered_amount: 1000 },
        },
        {
          call: 'payments.take',
          path: { id: made(350) },
          body: { id: made(353), method: 'card', amount: 700, tip_amount: 100, note: 'Second guest' },
        },
      ],
      guesses: ['order_no'],
    },
  ],
  'orders.create': [
    { does: 'takes a walk-in', steps: [{ call: 'orders.create', body: walkIn(10) }], guesses: ['order_no'] },
    {
      does: 'takes a large size with its tax, and corrects how many of it',
      steps: [
        { call: 'orders.create', body: { ...walkIn(310), lines: [dosaLine(311, 2), naanLine(312)] } },
        {
          call: 'orders.edit',
          path: { id: made(310) },
          body: {
            lines: [dosaLine(311, 3), naanLine(312)],
            lines_before: [
              { id: made(311), quantity: 2 },
              { id: made(312), quantity: 1 },
            ],
          },
        },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'takes a dish with choices, some of them free and one below another, and corrects how many',
      steps: [
        { call: 'orders.create', body: { ...walkIn(330), lines: [dosaWithChutneys(331, 2)] } },
        {
          call: 'orders.edit',
          path: { id: made(330) },
          body: {
            lines: [dosaLine(331, 3)],
            lines_before: [{ id: made(331), quantity: 2 }],
          },
        },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'takes a dish with choices, and corrects what is chosen of it',
      steps: [
        { call: 'orders.create', body: { ...walkIn(335), lines: [dosaWithChutneys(336, 2)] } },
        {
          call: 'orders.edit',
          path: { id: made(335) },
          body: {
            lines: [{ ...dosaLine(336, 3), modifiers: [] }],
            lines_before: [{ id: made(336), quantity: 2 }],
          },
        },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'takes a size that is sold out',
      steps: [
        {
          call: 'menu.setAvailability',
          path: dosa,
          body: { variant_id: seed.dosaLarge, availability_status: 'sold_out', unavailable_until: inMinutes(600) },
        },
        { call: 'orders.create', body: { ...walkIn(320), lines: [dosaLine(321)] } },
      ],
      refused: 'items_unavailable',
    },
    {
      does: 'takes a delivery by phone from somebody new',
      steps: [
        {
          call: 'orders.create',
          body: {
            ...walkIn(20),
            channel: 'phone',
            order_type: 'delivery',
            customer: { name: 'Omar Haddad', phone: '020 7946 0555' },
            delivery_address: address,
            customer_note: 'Ring twice',
            allergens: ['peanuts'],
          },
        },
      ],
      guesses: ['order_no', 'customer', 'customer_id', 'delivery_fee_amount', 'total_amount', 'due_amount'],
    },
    {
      does: 'takes an order by phone from nobody',
      steps: [{ call: 'orders.create', body: { ...walkIn(35), channel: 'phone' } }],
      refused: 'invalid_fields',
    },
    {
      does: 'takes an order in a rush, and leaves the minutes to the restaurant',
      steps: [
        {
          call: 'orders.setOrdering',
          body: {
            restaurant_id: OWN,
            ordering_status: 'open',
            extra_prep_minutes: 15,
            extra_prep_until: inMinutes(30),
          },
        },
        { call: 'orders.create', body: { ...walkIn(37), prep_minutes: undefined } },
      ],
      guesses: ['order_no', 'prep_minutes', 'due_at', 'estimated_ready_at'],
    },
    {
      does: 'takes an order for later from a customer who is known',
      steps: [
        {
          call: 'orders.create',
          body: {
            ...walkIn(30),
            customer_id: seed.customer,
            customer: { name: 'Priya Nair', phone: '+442079460123' },
            scheduled_for: inMinutes(90),
          },
        },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'takes an order at a table with a dish that is on no menu, corrects it and cooks it',
      steps: [
        {
          call: 'orders.create',
          body: {
            ...walkIn(40),
            order_type: 'dine_in',
            table_name: '12',
            guests_count: 4,
            lines: [kormaLine(41), { id: made(42), menu_item_id: null, quantity: 1, name: 'Cake', unit_amount: 900 }],
          },
        },
        {
          call: 'orders.edit',
          path: { id: made(40) },
          body: {
            lines: [kormaLine(41, 3)],
            lines_before: [
              { id: made(41), quantity: 1 },
              { id: made(42), quantity: 1 },
            ],
            kitchen_note: 'Birthday',
          },
        },
        status(made(40), 'preparing'),
        { call: 'orders.setLineStatus', path: { id: made(40), lineId: made(41) }, body: { line_status: 'ready' } },
        status(made(40), 'ready'),
        status(made(40), 'completed'),
      ],
      guesses: ['order_no'],
    },
  ],
  'orders.edit': [
    {
      does: 'adds a dish that was off when it was added, though it is on again',
      steps: [
        {
          call: 'menu.setAvailability',
          path: { ...korma, categoryId: seed.sides, itemId: seed.naan },
          body: { availability_status: 'sold_out', unavailable_until: inMinutes(30) },
        },
        {
          call: 'orders.edit',
          path: { id: seed.accepted },
          body: { lines: [kormaLine(55), naanLine(56)], lines_before: stands },
        },
      ],
      refused: 'items_unavailable',
      backAfterMinutes: 40,
    },
    {
      does: 'adds a dish, takes one off and changes how many of another',
      steps: [
        {
          call: 'orders.edit',
          path: { id: seed.accepted },
          body: {
            lines: [{ ...kormaLine(51, 3), id: seed.acceptedLines[0] }, naanLine(52)],
            lines_before: stands,
          },
        },
      ],
    },
    {
      does: 'makes a delivery of it, for later, for somebody with an allergy',
      steps: [
        {
          call: 'orders.edit',
          path: { id: seed.accepted },
          body: {
            order_type: 'delivery',
            delivery_address: address,
            delivery_fee_amount: 350,
            customer: { name: 'Joanna Price', phone: '020 7946 0777' },
            allergens: ['gluten'],
            scheduled_for: inMinutes(120),
            customer_note: 'No cutlery',
          },
        },
      ],
      guesses: ['customer', 'customer_id'],
    },
    {
      does: 'corrects an order that is done',
      steps: [{ call: 'orders.edit', path: { id: seed.completed }, body: { kitchen_note: 'Too late' } }],
      refused: 'order_not_editable',
    },
  ],
  'orders.setStatus': [
    { does: 'accepts a new order with minutes', steps: [status(seed.pending, 'accepted', { prep_minutes: 25 })] },
    {
      does: 'rejects a new order',
      steps: [status(seed.pending, 'rejected', { reason: 'busy', note: 'Sorry, full house' })],
    },
    {
      does: 'takes an order all the way',
      steps: [
        status(seed.pending, 'accepted'),
        status(seed.pending, 'preparing'),
        status(seed.pending, 'ready'),
        status(seed.pending, 'completed'),
      ],
    },
    {
      does: 'hands a delivery over that its own courier has to bring',
      steps: [status(seed.delivery, 'completed')],
      refused: 'transition_not_allowed',
    },
    { does: 'rejects without a reason', steps: [status(seed.pending, 'rejected')], refused: 'invalid_fields' },
    { does: 'jumps over the steps between', steps: [status(seed.pending, 'ready')] },
    { does: 'sends a delivery on its way', steps: [status(seed.delivery, 'out_for_delivery')] },
    {
      does: 'calls a completed order back',
      steps: [status(seed.completed, 'ready', { expected_status: 'completed' })],
    },
    { does: 'cancels an order', steps: [status(seed.preparing, 'cancelled', { reason: 'customer_request' })] },
    { does: 'says what is so already', steps: [status(seed.ready, 'preparing')] },
    {
      does: 'moves on what is closed',
      steps: [status(seed.cancelled, 'ready')],
      refused: 'order_already_final',
    },
  ],
  'orders.remove': [
    { does: 'deletes a cancelled order', steps: [{ call: 'orders.remove', body: { orderId: seed.cancelled } }] },
    { does: 'deletes a new order', steps: [{ call: 'orders.remove', body: { orderId: seed.pending } }] },
    {
      does: 'deletes a paid order',
      steps: [{ call: 'orders.remove', body: { orderId: seed.completed } }],
      refused: 'order_has_payment',
    },
  ],
  'orders.restore': [
    {
      does: 'brings a deleted order back',
      steps: [{ call: 'orders.restore', path: { id: seed.deleted }, body: {} }],
      guesses: ['row'],
    },
    {
      does: 'deletes an order and brings it back',
      steps: [
        { call: 'orders.remove', body: { orderId: seed.cancelled } },
        { call: 'orders.restore', path: { id: seed.cancelled }, body: {} },
      ],
      guesses: ['row'],
    },
  ],
  'orders.setLineStatus': [
    {
      does: 'strikes a line off',
      steps: [
        {
          call: 'orders.setLineStatus',
          path: { id: seed.accepted, lineId: seed.acceptedLines[0] },
          body: { line_status: 'ready' },
        },
      ],
    },
    {
      does: 'strikes two lines off and takes one stroke back',
      steps: [
        ...seed.acceptedLines.map((lineId) => ({
          call: 'orders.setLineStatus',
          path: { id: seed.accepted, lineId },
          body: { line_status: 'ready' },
        })),
        {
          call: 'orders.setLineStatus',
          path: { id: seed.accepted, lineId: seed.acceptedLines[0] },
          body: { line_status: 'new' },
        },
      ],
    },
  ],
  'orders.acknowledge': [
    {
      does: 'takes note of a new order',
      steps: [{ call: 'orders.acknowledge', path: { id: seed.pending }, body: { device_id: seed.device } }],
    },
    {
      does: 'takes note of a new order twice',
      steps: [1, 2].map(() => ({
        call: 'orders.acknowledge',
        path: { id: seed.pending },
        body: { device_id: seed.device },
      })),
    },
  ],
};
