import { notFound, type RestServerRow } from './values.ts';

export type Collection =
  | 'books'
  | 'categories'
  | 'items'
  | 'orders'
  | 'customers'
  | 'chats'
  | 'messages'
  | 'notifications';

/** One restaurant and its data, in memory. The server assigns all ids and accepts none from callers. */
export interface RestServerStore {
  owner: { email: string; password: string };
  user: RestServerRow;
  restaurant: RestServerRow;
  rows: Record<Collection, RestServerRow[]>;
  /** Epoch ms. */
  now: () => number;
  newId(): string;
  at(): string;
  find(collection: Collection, id: string): RestServerRow;
  remove(collection: Collection, ids: string[]): void;
}

export function makeStore(now: () => number): RestServerStore {
  let made = 0;
  const store: RestServerStore = {
    owner: { email: 'owner@plain.test', password: 'correct horse battery' },
    user: { id: uuid(1), email: 'owner@plain.test', is_email_verified: true },
    restaurant: {
      id: uuid(2),
      name: 'The Plain Table',
      email: 'owner@plain.test',
      phone_number_business: '+442071234567',
      phone_number_kitchen: null,
      address: '1 Harbour Street',
      postal_code: 'E1 6AN',
      country_code: 'GB',
      city: 'London',
      currency: 'GBP',
      order_type: ['pickup', 'delivery'],
      delivery_type: 'own_couriers',
      is_profile_completed: true,
      timezone: 'Europe/London',
      business_day_cutoff_time: '04:00',
    },
    rows: {
      books: [],
      categories: [],
      items: [],
      orders: [],
      customers: [],
      chats: [],
      messages: [],
      notifications: [],
    },
    now,
    newId: () => uuid(1000 + ++made),
    at: () => new Date(now()).toISOString(),
    find(collection, id) {
      const row = store.rows[collection].find((one) => one.id === id);
      if (!row) throw notFound();
      return row;
    },
    remove(collection, ids) {
      store.rows[collection] = store.rows[collection].filter((row) => !ids.includes(row.id));
    },
  };
  return store;
}

const uuid = (n: number) => `0192f0b0-0000-7000-9000-${String(n).padStart(12, '0')}`;
