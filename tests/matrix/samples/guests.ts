import { seed } from '../seed.ts';
import { OWN, inMinutes, type Sample } from './sample.ts';

/** What the restaurant takes, its news and its customers. */
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
};
