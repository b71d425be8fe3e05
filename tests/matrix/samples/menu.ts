import { seed } from '../seed.ts';
import { type Sample, dosa, inMinutes, korma, made, ownImage, walkIn } from './sample.ts';

/** Menus and availability. */
export const menu: Record<string, Sample[]> = {
  'menu.createBook': [
    {
      does: 'makes a menu with a category and a dish, and sells the dish',
      steps: [
        {
          call: 'menu.createBook',
          body: {
            id: made(70),
            name: 'Lunch',
            description: 'From noon',
            order_types: ['pickup'],
            channels: ['website'],
          },
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
      // Waiting edits coalesce into one with the last one's time. Publishing, which depends on the time, comes last.
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
      does: 'gives a dish a photo that is at the server, then another one beside it',
      steps: [
        { call: 'menu.editItem', path: korma, body: { image_url: ownImage(seed.photos[0]) } },
        { call: 'menu.editItem', path: korma, body: { images: [ownImage(seed.photos[1])] } },
      ],
    },
    {
      does: 'gives a dish a photo that never arrived',
      steps: [{ call: 'menu.editItem', path: korma, body: { image_url: ownImage(made(97)) } }],
      refused: 'file_missing',
    },
    {
      does: 'sells a size out, then gives its dish another one, a tax and its times',
      steps: [
        {
          call: 'menu.setAvailability',
          path: dosa,
          body: { variant_id: seed.dosaSmall, is_available: false },
        },
        {
          call: 'menu.editItem',
          path: dosa,
          body: {
            variants: [
              { id: seed.dosaSmall, name: 'Half', price_amount: 650 },
              { id: made(95), name: 'Family', price_amount: 1500, is_default: true },
            ],
            tax_rate_bp: 500,
            is_tax_inclusive: false,
            prep_minutes: 25,
            kitchen_station: 'Grill',
            availability_windows: [
              {
                id: made(96),
                validity: 'weekly',
                weekdays: [5, 6],
                start_time: '18:00',
                end_time: '01:00',
                start_date: null,
                end_date: null,
              },
            ],
          },
        },
      ],
    },
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
      // Before the automatic return to the menu.
      backAfterMinutes: 40,
    },
    {
      does: 'leaves it to the server until when a dish is off',
      steps: [{ call: 'menu.setAvailability', path: korma, body: { is_available: false, duration: 'today' } }],
      guesses: ['unavailable_until'],
      backAfterMinutes: 40,
    },
    {
      does: 'says that one size of a dish is off, then the other, then that the first is back',
      steps: [
        { variant_id: seed.dosaLarge, availability_status: 'sold_out', reason: 'out_of_stock' },
        { variant_id: seed.dosaSmall, is_available: false },
        { variant_id: seed.dosaLarge, is_available: true },
      ].map((body) => ({ call: 'menu.setAvailability', path: dosa, body })),
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
  'menu.bulkItems': [
    {
      does: 'gives dishes other prices and a tax, then another category, and sells them out',
      steps: [
        [
          { id: seed.korma, price_amount: 1295, tax_rate_bp: 2000 },
          { id: seed.dosa, kitchen_station: 'Grill', availability_status: 'sold_out' },
        ],
        [{ id: seed.korma, category_id: seed.sides, menu_book_id: seed.book, sort_order: 7.5 }],
        [{ id: seed.korma, availability_status: 'hidden', unavailable_until: null }],
      ].map((items) => ({ call: 'menu.bulkItems', body: { items } })),
    },
  ],
  'menu.createGroup': [
    {
      does: 'makes choices with one of them sold out, and gives them to a dish',
      steps: [
        {
          call: 'menu.createGroup',
          body: {
            id: made(60),
            name: 'Toppings',
            selection_type: 'multiple',
            max_selected: 2,
            modifiers: [
              { id: made(61), name: 'Cheese', price_amount: 150, allergens: ['milk'] },
              { id: made(62), name: 'Egg' },
            ],
          },
        },
        {
          call: 'menu.setModifierAvailability',
          path: { groupId: made(60), modifierId: made(62) },
          body: { is_available: false },
        },
        { call: 'menu.editItem', path: korma, body: { modifier_groups: [{ id: made(60) }] } },
      ],
    },
  ],
  'menu.editGroup': [
    {
      does: 'sells a choice out, then gives it another price beside a new one',
      steps: [
        {
          call: 'menu.setModifierAvailability',
          path: { groupId: seed.chutneys, modifierId: seed.mango },
          body: { availability_status: 'sold_out', unavailable_until: inMinutes(600) },
        },
        {
          call: 'menu.editGroup',
          path: { groupId: seed.chutneys },
          body: {
            name: 'Dips',
            modifiers: [
              { id: seed.mango, name: 'Mango', price_amount: 120, linked_item_id: seed.korma },
              { id: made(63), name: 'Lime', price_amount: 60, max_quantity: 2 },
            ],
          },
        },
      ],
    },
    {
      does: 'gives choices another name, then another one and a limit',
      steps: [{ name: 'Dips' }, { name: 'Chutneys and dips', max_selected: 3, free_count: 0 }].map((body) => ({
        call: 'menu.editGroup',
        path: { groupId: seed.chutneys },
        body,
      })),
    },
    {
      does: 'lets choices lie in a circle',
      steps: [
        {
          call: 'menu.editGroup',
          path: { groupId: seed.sauces },
          body: { modifiers: [{ id: seed.hot, name: 'Hot', nested_group_ids: [seed.chutneys] }] },
        },
      ],
      refused: 'invalid_fields',
    },
  ],
  'menu.removeGroup': [
    { does: 'deletes choices', steps: [{ call: 'menu.removeGroup', path: { groupId: seed.chutneys } }] },
  ],
  'menu.setModifierAvailability': [
    {
      does: 'turns a choice off and on, and another one off',
      steps: [
        { modifierId: seed.mint, is_available: false },
        { modifierId: seed.mango, is_available: false },
        { modifierId: seed.mint, is_available: true },
      ].map(({ modifierId, ...body }) => ({
        call: 'menu.setModifierAvailability',
        path: { groupId: seed.chutneys, modifierId },
        body,
      })),
    },
  ],
  'menu.restoreItems': [
    {
      does: 'takes the deletion of two dishes back',
      steps: ['menu.removeItems', 'menu.restoreItems'].map((call) => ({
        call,
        ...(call === 'menu.removeItems' && { path: { id: seed.book, categoryId: seed.sides } }),
        body: { item_ids: [seed.naan, seed.rice] },
      })),
      guesses: ['row'],
    },
  ],
  'menu.restoreCategory': [
    {
      does: 'takes the deletion of a category back',
      steps: [
        { call: 'menu.removeCategory', path: { id: seed.book, categoryId: seed.sides } },
        { call: 'menu.restoreCategory', path: { id: seed.book, categoryId: seed.sides }, body: {} },
      ],
      guesses: ['row'],
    },
  ],
  'menu.restoreBook': [
    {
      does: 'takes the deletion of a menu back',
      steps: [
        { call: 'menu.removeBook', path: { id: seed.spareBook } },
        { call: 'menu.restoreBook', path: { id: seed.spareBook }, body: {} },
      ],
      guesses: ['row'],
    },
  ],
  'menu.restoreGroup': [
    {
      does: 'takes the deletion of choices back',
      steps: [
        { call: 'menu.removeGroup', path: { groupId: seed.chutneys } },
        { call: 'menu.restoreGroup', path: { groupId: seed.chutneys }, body: {} },
      ],
      guesses: ['row'],
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
