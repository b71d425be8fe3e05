import { seed } from '../seed.ts';
import { type Sample, inMinutes, korma, made, walkIn } from './sample.ts';

/** The menu, and what is sold out. */
export const menu: Record<string, Sample[]> = {
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
