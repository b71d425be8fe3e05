import type { Customer } from '../../contract/customers/calls.ts';
import { blankCustomer } from '../../contract/customers/new-rows.ts';
import { newCannedReply } from '../../contract/chats/canned-replies.ts';
import { newLocation } from '../../contract/delivery/new-rows.ts';
import { newInventoryItem } from '../../contract/inventory/new-rows.ts';
import { newGroup } from '../../contract/menu/new-groups.ts';
import { newBook, newCategory, newItem } from '../../contract/menu/new-rows.ts';
import { defaultPreferences } from '../../contract/notifications/preferences.ts';
import { newPromotion } from '../../contract/promotions/new-rows.ts';
import { newReservation } from '../../contract/reservations/new-reservation.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { newRestaurant } from '../../server/auth/new-restaurant.ts';
import { id } from '../support/rows.ts';

/** Rows of which every field that a form edits has a value that an empty form does not have. */

const at = '2026-11-20T18:00:00.000Z';
export const actor = { kind: 'user' as const, id: id(1), name: 'Owner' };
const birth = (n: number) => ({ id: id(n), version: 1, at, actor });
const stamp = { changed_at: at, op_id: id(2) };

const days = [
  { weekday: 1, is_open: true, periods: [{ open_time: '11:00', close_time: '22:00' }] },
  { weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '01:00' }] },
];
const exceptions = [
  { date: '2026-12-24', is_open: true, periods: [{ open_time: '10:00', close_time: '15:00' }], label: 'Christmas Eve' },
];
const windows = [
  {
    id: id(3),
    validity: 'weekly' as const,
    weekdays: [1, 2],
    start_time: '11:00',
    end_time: '15:00',
    start_date: null,
    end_date: null,
  },
  {
    id: id(4),
    validity: 'date_range' as const,
    weekdays: [],
    start_time: '17:00',
    end_time: '22:00',
    start_date: '2026-12-01',
    end_date: '2026-12-24',
  },
];

const tableOf = (n: number, name: string, other: number) => ({
  id: id(n),
  name,
  area_id: id(10),
  min_capacity: 2,
  max_capacity: 6,
  extra_capacity: 1,
  shape: 'round' as const,
  is_joinable: true,
  joinable_with: [id(other)],
  is_enabled: true,
  priority: 3,
  position: { x: 120, y: 90, width: 95, height: 85, rotation: 45 },
});

export const restaurant: Restaurant = {
  ...newRestaurant({ id: id(5), name: 'The Anchor', email: 'hello@anchor.test', now: new Date(at), by: actor }),
  contact_name: 'Maya Finch',
  phone_number_business: '+442079460018',
  phone_number_kitchen: '+442079460019',
  address: '1 Harbour Street',
  postal_code: 'SE1 2AB',
  city: 'London',
  country_code: 'GB',
  business_registration_no: '08812345',
  tax_number: 'GB123456789',
  vat_registered: true,
  default_theme: 'dark',
  business_day_cutoff_time: '05:30',
  order_type: ['pickup', 'delivery', 'reservation'],
  delivery_type: 'both',
  auto_accept: true,
  answer_deadline_minutes: 7,
  default_prep_minutes: { pickup: 15, delivery: 45, dine_in: 25 },
  order_throttle: { slot_minutes: 15, max_orders: 8, max_items: 40 },
  tax_settings: {
    tax_mode: 'exclusive',
    rates: [{ id: id(6), name: 'VAT', rate_bp: 1250, applies_to: 'chosen' }],
  },
  kitchen_stations: [{ id: id(7), name: 'Grill' }],
  printers: [{ id: id(8), name: 'Pass', paper_width: 58, auto_print: ['kitchen'], copies: 2 }],
  opening_hours: { days, exceptions, order_types: { pickup: { days, exceptions } } },
  reservation_settings: {
    booking: {
      min_booking_duration_minutes: 75,
      default_duration_by_party: [{ max_guests: 4, minutes: 120 }],
      buffer_minutes: 10,
      min_advance_minutes: 45,
      max_advance_days: 30,
      cancellation_cutoff_minutes: 120,
      auto_confirm: true,
      hold_minutes: 12,
      ...stamp,
    },
    tables: {
      areas: [{ id: id(10), name: 'Terrace', sort_order: 1 }],
      tables: [tableOf(11, 'T1', 12), tableOf(12, 'T2', 11)],
      min_guests_online: 2,
      max_guests_online: 9,
      ...stamp,
    },
    times: {
      slot_interval_minutes: 30,
      days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
        weekday,
        is_open: true,
        periods: [{ start_time: '12:00', end_time: '21:30', max_guests: 40, max_reservations: 12 }],
      })),
      exceptions: [
        {
          date: '2026-12-24',
          is_open: true,
          periods: [{ start_time: '12:00', end_time: '15:00', max_guests: 20, max_reservations: 6 }],
          label: 'Christmas Eve',
        },
      ],
      ...stamp,
    },
  },
  settings: {
    notifications: {
      ...defaultPreferences,
      repeat_until_answered: true,
      quiet_hours: { start_time: '23:00', end_time: '08:00', except_urgent: true },
      escalate_after_seconds: 120,
      escalate_phone: '+442079460020',
      weekly_report: true,
    },
    website: {
      theme: 'dark',
      short_description: 'Fish from the harbour',
      restaurant_type: 'pizza',
      theme_colors: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' },
      is_about_page_enabled: true,
      about_page_content: 'Since 1962.',
      is_contact_page_enabled: true,
      contact_page_content: 'By the bridge.',
      social_media_links: { instagram: 'https://www.instagram.com/anchor' },
    } as unknown as NonNullable<Restaurant['settings']>['website'], // what its sections edit
    chatbot: {
      is_created: true,
      is_enabled: true,
      answers_when: 'closed',
      greeting: 'Ahoy!',
      tone: 'formal',
      languages: ['en', 'fr'],
      faqs: [{ id: id(13), q: 'Is there parking?', a: 'Behind the house.' }],
      payment_methods: ['cash', 'card'],
      takes_reservations: true,
      takes_orders: true,
      website_url: 'www.anchor.example',
      delivery_partners: [],
      completed_steps: [],
    } as unknown as NonNullable<Restaurant['settings']>['chatbot'], // what its sections edit
    paused_channel_ids: [],
  },
};

export const customer: Customer = {
  ...blankCustomer({ ...birth(20), source: 'manual', currency: 'GBP' }),
  name: 'Joanna Price',
  email: 'joanna@example.com',
  phone: '+442079460123',
  note: 'The bell is broken.\n',
  tags: ['regular', 'quiet table'],
  allergens: ['sesame', 'milk'],
  birthday: '1980-02-29',
  customer_status: 'blocked',
  blocked_reason: 'Never paid',
  addresses: [
    {
      id: id(21),
      label: 'Home',
      line_1: '4 Quay Road',
      line_2: 'Flat 2',
      city: 'London',
      postal_code: 'SE1 9ZZ',
      country_code: 'GB',
      instructions: 'Ring twice',
      is_default: true,
    },
  ],
};

export const book = newBook(
  {
    name: 'Evening',
    description: 'From the grill',
    image_url: '/backend/public/files/book',
    status: 'published',
    order_types: ['delivery', 'pickup'],
    channels: ['phone', 'website'],
    availability_windows: windows,
    tax_mode: 'exclusive',
  },
  birth(30),
  'GBP',
);

export const category = newCategory(
  {
    name: 'Mains',
    description: 'All from here',
    image_url: '/backend/public/files/category',
    kitchen_station: 'Grill',
    tax_rate_bp: 1250,
    availability_windows: windows,
  },
  birth(31),
  book.id,
);

export const group = newGroup(
  {
    name: 'Toppings',
    kitchen_name: 'Top',
    selection_type: 'quantity',
    min_selected: 1,
    max_selected: 4,
    free_count: 2,
    modifiers: [
      {
        id: id(33),
        name: 'Cheese',
        price_amount: 150,
        is_default: true,
        max_quantity: 3,
        allergens: ['milk'],
        nested_group_ids: [id(35)],
        linked_item_id: id(38),
      },
      { id: id(34), name: 'Egg', price_amount: 95, max_quantity: 2, allergens: ['eggs'] },
    ],
  },
  birth(32),
);
export const sauces = newGroup(
  { name: 'Sauces', selection_type: 'single', modifiers: [{ id: id(36), name: 'Mayo', price_amount: 20 }] },
  birth(35),
);

export const item = newItem(
  {
    name: 'Burger',
    kitchen_name: 'BRG',
    description: 'Two patties',
    image_url: '/backend/public/files/item',
    images: ['/backend/public/files/item2'],
    price_amount: 1150,
    pricing_type: 'variants',
    sku: 'B-1',
    is_alcoholic: true,
    min_age: 18,
    allergens: ['sesame', 'milk'],
    may_contain: ['soy', 'eggs'],
    allergens_confirmed_at: at,
    dietary: ['halal'],
    spice_level: 2,
    modifier_groups: [{ id: group.id }],
    variants: [
      { id: id(39), name: 'Single', price_amount: 1150, sku: 'B-1-S', is_default: true },
      { id: id(40), name: 'Double', price_amount: 1450, sku: 'B-1-D' },
    ],
    tax_rate_bp: 1750,
    is_tax_inclusive: true,
    prep_minutes: 12,
    kitchen_station: 'Grill',
    availability_windows: windows,
    order_types: ['delivery', 'pickup'],
    min_quantity: 2,
    max_quantity: 8,
    compare_at_amount: 1350,
    calories: 840,
    is_featured: true,
  },
  birth(38),
  { bookId: book.id, categoryId: category.id, currency: 'GBP' },
);

export const flour = newInventoryItem({ kind: 'ingredient', name: 'Flour', unit: 'kg' }, birth(50), 'GBP');
export const stock = newInventoryItem(
  {
    kind: 'ingredient',
    name: 'Dough',
    sku: 'D-1',
    unit: 'kg',
    is_tracked: true,
    low_stock_threshold: '2.500',
    auto_sold_out: true,
    cost_amount: 120,
    supplier_name: 'Mill & Sons',
  },
  birth(51),
  'GBP',
);

export const promotion = newPromotion(
  {
    name: 'Two for one',
    description: 'Not with others',
    image_url: '/backend/public/files/deal',
    promotion_type: 'buy_x_get_y',
    value_bp: 5000,
    max_discount_amount: 2000,
    min_order_amount: 1500,
    buy_quantity: 2,
    get_quantity: 1,
    applies_to: 'items',
    item_ids: [item.id],
    code: 'TWO-4-1',
    is_stackable: true,
    priority: 7,
    order_types: ['delivery', 'pickup'],
    channels: ['phone', 'website'],
    customer_scope: 'segment',
    segment: 'regular',
    usage_limit: 100,
    usage_limit_per_customer: 1,
    budget_amount: 50000,
    // As a call of the API may set it: not on a whole minute.
    starts_at: '2026-11-20T18:30:27.500Z',
    ends_at: '2028-12-20T18:30:59.999Z',
    windows,
  },
  birth(52),
  'GBP',
);
const area = (n: number, of: Parameters<typeof newLocation>[0]['area']) =>
  newLocation(
    {
      name: 'Riverside',
      area: of,
      fee_amount: 250,
      fee_tiers: [{ min_order_amount: 3000, fee_amount: 100 }],
      min_order_amount: 1200,
      free_over_amount: 5000,
      eta_min_minutes: 20,
      eta_max_minutes: 45,
      priority: 2,
      is_active: true,
      windows,
      courier: 'partner',
      note: 'Over the bridge',
    },
    birth(n),
    'GBP',
  );
export const locations = {
  postcodes: area(60, { location_type: 'postcodes', postcodes: ['SE1', 'se16  4'] }),
  circle: area(61, { location_type: 'radius', center: { lat: 51.507412345, lng: -0.127876543 }, radius_m: 2345 }),
  polygon: area(62, {
    location_type: 'polygon',
    polygon: {
      type: 'Polygon',
      coordinates: [
        [
          [-0.1278765, 51.5074123],
          [-0.1178765, 51.5074123],
          [-0.1178765, 51.5174123],
          [-0.1278765, 51.5074123],
        ],
      ],
    } as never,
  }),
};

export const portions = newInventoryItem(
  {
    kind: 'menu_item',
    menu_item_id: item.id,
    name: 'Burger',
    sku: 'B-1',
    unit: 'portion',
    low_stock_threshold: '5',
    auto_sold_out: true,
    cost_amount: 320,
    supplier_name: 'Mill & Sons',
    ingredients: [{ inventory_id: flour.id, quantity: '0.750' }],
  },
  birth(53),
  'GBP',
);

export const reply = newCannedReply(
  { shortcut: 'hours', title: 'Opening hours', message: 'We open at five. ' },
  { id: id(70), at, actor: null, version: 1 },
);

/** Of a phone call; `starts_at` as a walk-in has it, not on a whole minute. */
export const reservation = {
  ...newReservation(
    {
      name: 'Joanna Price',
      email: 'joanna@example.com',
      guests_count: 4,
      starts_at: '2026-11-21T19:00:27.123Z',
      table_ids: [id(11)],
      area_id: id(10),
      occasion: 'Birthday',
      customer_note: 'By the window',
      staff_note: 'Regular',
      allergens: ['sesame', 'milk'],
      source: 'phone',
    },
    {
      id: id(80),
      opId: id(81),
      occurredAt: at,
      now: at,
      actor,
      version: 1,
      reservationNo: '1001',
      durationMinutes: 150,
      customerId: customer.id,
      phone: '+442079460123',
    },
  ),
};
