import { id } from '../support/rows.ts';
import { EVENING, seed, WROTE_AT, WROTE_BEFORE } from './seed.ts';

/** One change as a person makes it: the call and its arguments, without what the layer adds. */
export interface Step {
  call: string;
  path?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** What is done, one after the other a minute apart, in words that go on with "offline: ". */
export interface Sample {
  does: string;
  steps: Step[];
  /** Fields of the rows that it touches which a device cannot know: it shows its guess until the server has answered. "row": the row itself. */
  guesses?: string[];
  /** The last step is not allowed: the code that the API answers it with. */
  refused?: string;
  /** When the network comes back; missing: days after. */
  backAfterMinutes?: number;
}

const inMinutes = (minutes: number) => new Date(Date.parse(EVENING) + minutes * 60_000).toISOString();
/** Stands for the restaurant's own id, which the twins do not share. */
export const OWN = '(own restaurant)';
const made = (n: number) => id(2000 + n);
const korma = { id: seed.book, categoryId: seed.mains, itemId: seed.korma };

const address = {
  line_1: '4 Mill Lane',
  line_2: null,
  city: 'London',
  postal_code: 'E1 4AA',
  country_code: 'GB',
  instructions: 'The blue door',
};
/** As the counter writes them: with what the device's menu says of the dish. */
const kormaLine = (n: number, quantity = 1) => ({
  id: made(n),
  menu_item_id: seed.korma,
  quantity,
  name: 'Korma',
  unit_amount: 1195,
  allergens: ['milk', 'tree_nuts'],
  kitchen_station: 'Tandoor',
});
const naanLine = (n: number) => ({
  id: made(n),
  menu_item_id: seed.naan,
  quantity: 1,
  name: 'Garlic naan',
  unit_amount: 350,
  kitchen_station: null,
});
const walkIn = (n: number) => ({
  id: made(n),
  short_code: 'K7',
  channel: 'walk_in',
  order_type: 'pickup',
  currency: 'GBP',
  prep_minutes: 20,
  lines: [kormaLine(n + 1, 2), naanLine(n + 2)],
});

const status = (orderId: string, order_status: string, more: object = {}): Step => ({
  call: 'orders.setStatus',
  path: { id: orderId },
  body: { order_status, ...more },
});
const stands = seed.acceptedLines.map((line, i) => ({ id: line, quantity: i === 0 ? 2 : 1 }));

/**
 * Every write that may be queued, with at least one way in which it is used. A call that is not here fails the matrix by its name; its key
 * here is the call whose effect the sample is about.
 */
export const samples: Record<string, Sample[]> = {
  'orders.create': [
    { does: 'takes a walk-in', steps: [{ call: 'orders.create', body: walkIn(10) }], guesses: ['order_no'] },
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
      guesses: ['order_no', 'customer', 'customer_id'],
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
  'orders.setOrdering': [
    {
      does: 'pauses ordering for an hour and ends it early with a rush',
      steps: [
        {
          call: 'orders.setOrdering',
          body: {
            restaurant_id: OWN,
            ordering_status: 'paused',
            ordering_paused_until: inMinutes(60),
            ordering_pause_reason: 'busy',
            extra_prep_minutes: 0,
          },
        },
        {
          call: 'orders.setOrdering',
          body: {
            restaurant_id: OWN,
            ordering_status: 'open',
            extra_prep_minutes: 15,
            extra_prep_until: inMinutes(90),
          },
        },
      ],
    },
  ],
  'dashboard.markAsRead': [
    {
      does: 'reads the news',
      steps: [
        {
          call: 'dashboard.markAsRead',
          path: { entity: 'restaurant' },
          body: { notification_ids: [seed.orderNews, seed.chatNews] },
        },
      ],
    },
  ],
  'customers.edit': [
    {
      does: 'writes down what a customer said',
      steps: [
        {
          call: 'customers.edit',
          path: { id: seed.customer },
          body: {
            name: 'Priya N. Nair',
            email: 'Priya@Example.com',
            note: 'Likes it hot',
            tags: ['regular', 'vip'],
            allergens: ['sesame', 'milk'],
          },
        },
      ],
    },
    {
      does: 'changes a number, and says it again with another note',
      steps: [
        { call: 'customers.edit', path: { id: seed.customer }, body: { phone: '020 7946 0999', note: 'New number' } },
        {
          call: 'customers.edit',
          path: { id: seed.customer },
          body: { note: 'Moved house', customer_status: 'blocked' },
        },
      ],
      guesses: ['phone', 'phone_raw'],
    },
  ],
  'chats.sendMessage': [
    {
      does: 'answers twice',
      steps: ['Until ten', 'And on Sunday until nine'].map((message, i) => ({
        call: 'chats.sendMessage',
        path: { id: seed.chat },
        body: { message, message_id: made(60 + i), seen_inbound_at: WROTE_AT },
      })),
      guesses: ['author_name', 'delivery_status', 'sent_at'],
      // Later, each of them would ask whether it is to go at all.
      backAfterMinutes: 40,
    },
  ],
  'chats.markAsRead': [
    {
      does: 'reads a chat to its end',
      steps: [{ call: 'chats.markAsRead', path: { id: seed.chat }, body: { read_upto: WROTE_AT } }],
    },
    {
      does: 'reads a chat to its end, and in another tab what stands above',
      steps: [WROTE_AT, WROTE_BEFORE].map((read_upto) => ({
        call: 'chats.markAsRead',
        path: { id: seed.chat },
        body: { read_upto },
      })),
    },
  ],
  'chats.pause': [
    {
      does: 'pauses the bot for an hour',
      steps: [{ call: 'chats.pause', path: { id: seed.chat }, body: { paused_until: inMinutes(60) } }],
      guesses: ['paused_by'],
    },
    {
      does: 'pauses the bot for good',
      steps: [{ call: 'chats.pause', path: { id: seed.chat } }],
      guesses: ['paused_by'],
    },
  ],
  'chats.resume': [
    {
      does: 'pauses the bot and lets it answer again',
      steps: [
        { call: 'chats.pause', path: { id: seed.chat } },
        { call: 'chats.resume', path: { id: seed.chat } },
      ],
    },
  ],
  'menu.createBook': [
    {
      does: 'makes a menu with a category and a dish, and sells the dish',
      steps: [
        {
          call: 'menu.createBook',
          body: { id: made(70), name: 'Lunch', description: 'From noon', order_types: ['pickup'] },
        },
        {
          call: 'menu.createCategory',
          path: { id: made(70) },
          body: { id: made(71), name: 'Wraps', kitchen_station: 'Grill' },
        },
        {
          call: 'menu.createItem',
          path: { id: made(70), categoryId: made(71) },
          body: { id: made(72), name: 'Paneer wrap', price_amount: 695, allergens: ['milk'], spice_level: 1 },
        },
        {
          call: 'orders.create',
          body: {
            ...walkIn(73),
            lines: [
              {
                id: made(74),
                menu_item_id: made(72),
                quantity: 2,
                name: 'Paneer wrap',
                unit_amount: 695,
                allergens: ['milk'],
                kitchen_station: 'Grill',
              },
            ],
          },
        },
      ],
      guesses: ['order_no'],
    },
    {
      does: 'makes another menu the usual one and publishes it',
      steps: [
        { call: 'menu.createBook', body: { id: made(75), name: 'Summer', is_default: true, status: 'published' } },
      ],
    },
  ],
  'menu.editBook': [
    {
      // Edits that wait become one edit of the last one's time: what counts the time, publishing, is the last.
      does: 'renames a menu and makes it the usual one, and publishes it under another name',
      steps: [
        { call: 'menu.editBook', path: { id: seed.draftBook }, body: { name: 'New Year', is_default: true } },
        {
          call: 'menu.editBook',
          path: { id: seed.draftBook },
          body: { name: 'New Year’s Eve', status: 'published' },
        },
      ],
    },
  ],
  'menu.removeBook': [
    {
      does: 'deletes a menu with all that is in it',
      steps: [{ call: 'menu.removeBook', path: { id: seed.spareBook } }],
    },
  ],
  'menu.createCategory': [
    {
      does: 'makes a category and moves it up',
      steps: [
        {
          call: 'menu.createCategory',
          path: { id: seed.book },
          body: { id: made(80), name: 'Puddings', sort_order: 9 },
        },
        { call: 'menu.editCategory', path: { id: seed.book, categoryId: made(80) }, body: { sort_order: 2 } },
      ],
    },
  ],
  'menu.editCategory': [
    {
      does: 'gives a category another name and station',
      steps: [
        {
          call: 'menu.editCategory',
          path: { id: seed.book, categoryId: seed.mains },
          body: { name: 'Curries', kitchen_station: null, is_active: false },
        },
      ],
    },
    {
      does: 'gives a category another name, and another after it with a station',
      steps: [
        { name: 'Curries', sort_order: 4 },
        { name: 'Hot dishes', kitchen_station: 'Grill' },
      ].map((body) => ({
        call: 'menu.editCategory',
        path: { id: seed.book, categoryId: seed.mains },
        body,
      })),
    },
  ],
  'menu.removeCategory': [
    {
      does: 'deletes a category with its dishes',
      steps: [{ call: 'menu.removeCategory', path: { id: seed.spareBook, categoryId: seed.spareCategory } }],
    },
  ],
  'menu.createItem': [
    {
      does: 'makes a dish and says that it is sold out',
      steps: [
        {
          call: 'menu.createItem',
          path: { id: seed.book, categoryId: seed.mains },
          body: { id: made(90), name: 'Jalfrezi', price_amount: 1095 },
        },
        {
          call: 'menu.setAvailability',
          path: { ...korma, itemId: made(90) },
          body: { availability_status: 'sold_out', unavailable_until: null },
        },
      ],
    },
  ],
  'menu.editItem': [
    {
      does: 'gives a dish another price, then another name and its allergens',
      steps: [
        { call: 'menu.editItem', path: korma, body: { price_amount: 1295, name: 'Kurma' } },
        {
          call: 'menu.editItem',
          path: korma,
          body: { name: 'Royal korma', allergens: ['milk'], allergens_confirmed_at: inMinutes(1), dietary: ['halal'] },
        },
      ],
    },
  ],
  'menu.setAvailability': [
    {
      does: 'says that a dish is off until an hour',
      steps: [
        {
          call: 'menu.setAvailability',
          path: korma,
          body: { availability_status: 'sold_out', unavailable_until: inMinutes(180), reason: 'out_of_stock' },
        },
      ],
      // Before it is on again by itself.
      backAfterMinutes: 40,
    },
    {
      does: 'leaves it to the server until when a dish is off',
      steps: [{ call: 'menu.setAvailability', path: korma, body: { is_available: false, duration: 'today' } }],
      guesses: ['unavailable_until'],
      backAfterMinutes: 40,
    },
    {
      does: 'turns a dish off and on and hides it',
      steps: [
        { call: 'menu.setAvailability', path: korma, body: { is_available: false } },
        { call: 'menu.setAvailability', path: korma, body: { is_available: true } },
        { call: 'menu.setAvailability', path: korma, body: { availability_status: 'hidden' } },
      ],
    },
  ],
  'menu.removeItems': [
    {
      does: 'deletes two dishes',
      steps: [
        {
          call: 'menu.removeItems',
          path: { id: seed.book, categoryId: seed.sides },
          body: { item_ids: [seed.naan, seed.rice] },
        },
      ],
    },
  ],
};
