import { seed } from '../seed.ts';
import { OWN, address, inMinutes, made, type Sample } from './sample.ts';

/** Order intake and customers. */
export const guests: Record<string, Sample[]> = {
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
  'customers.create': [
    {
      does: 'adds a regular who phones, and notes an allergy',
      steps: [
        {
          call: 'customers.create',
          body: {
            id: made(70),
            name: 'Ada King',
            email: 'Ada@Example.com',
            birthday: '1990-12-10',
            tags: ['regular'],
            allergens: ['milk'],
            addresses: [{ ...address, id: made(71), label: 'Home', is_default: false }],
          },
        },
        { call: 'customers.edit', path: { id: made(70) }, body: { note: 'Likes it hot' } },
      ],
    },
    {
      does: 'adds somebody whose number is known',
      steps: [{ call: 'customers.create', body: { id: made(72), name: 'Priya', phone: '+442079460123' } }],
      refused: 'customer_exists',
    },
  ],
  'customers.setConsent': [
    {
      does: 'notes a consent and its withdrawal',
      steps: [
        {
          call: 'customers.setConsent',
          path: { id: seed.customer, medium: 'email' },
          body: { granted: true, source: 'In person' },
        },
        {
          call: 'customers.setConsent',
          path: { id: seed.customer, medium: 'email' },
          body: { granted: false, source: 'By phone' },
        },
      ],
    },
  ],
  'customers.merge': [
    {
      does: 'makes one customer of two, and edits the one who is gone',
      steps: [
        { call: 'customers.merge', path: { id: seed.customer }, body: { other_id: seed.spareCustomer } },
        { call: 'customers.edit', path: { id: seed.customer }, body: { note: 'One and the same' } },
      ],
      // What the other one had.
      guesses: ['email', 'tags'],
    },
  ],
  'customers.erase': [
    {
      does: 'erases a customer',
      steps: [{ call: 'customers.erase', path: { id: seed.customerToErase }, body: {} }],
    },
    {
      does: 'erases a customer whose order is open',
      steps: [{ call: 'customers.erase', path: { id: seed.customer }, body: {} }],
      refused: 'customer_has_open_orders',
    },
  ],
};
