import type { RestServerStore } from './store.ts';
import type { RestServerRow } from './values.ts';

export interface Seed {
  dishes?: number;
  orders?: number;
  customers?: number;
  messages?: number;
}

/** A small restaurant in the middle of service. Names are numbered: "Dish 1", order "101", "Customer 1". */
export function seed(store: RestServerStore, { dishes = 6, orders = 4, customers = 3, messages = 2 }: Seed = {}): void {
  const { rows } = store;
  const ago = (minutes: number) => new Date(store.now() - minutes * 60_000).toISOString();
  const born = (minutes: number): RestServerRow => ({
    id: store.newId(),
    created_at: ago(minutes),
    updated_at: ago(minutes),
  });

  const book = { ...born(9000), name: 'Dinner', description: '', status: 'published', is_default: true, sort_order: 0 };
  const category = { ...born(9000), menu_book_id: book.id, name: 'Mains', sort_order: 0, is_active: true };
  rows.books.push(book);
  rows.categories.push(category);
  for (let n = 1; n <= dishes; n++) rows.items.push({ ...born(8000), ...dish(n, book.id, category.id) });

  for (let n = 1; n <= customers; n++) {
    const customer = {
      ...born(7000 - n),
      name: `Customer ${n}`,
      email: null,
      phone: `+4477009001${String(n).padStart(2, '0')}`,
      customer_status: 'active',
      source: 'order',
      tags: [],
      note: '',
      orders_count: 1,
      total_spent_amount: 1790,
      currency: 'GBP',
      first_order_at: ago(7000 - n),
      last_order_at: ago(60 + n),
    };
    rows.customers.push(customer);
  }
  for (let n = 1; n <= orders; n++) rows.orders.push({ ...born(20 - (n % 20)), ...order(store, 100 + n) });

  const [first] = rows.customers;
  if (!first) return;
  const chat = {
    ...born(50),
    customer_id: first.id,
    customer_name: first['name'],
    channel_type: 'website',
    is_paused: false,
    unread_count: messages,
    last_message_preview: `Message ${messages}`,
    last_message_author: 'customer',
    last_message_at: ago(10),
    last_inbound_at: ago(10),
  };
  rows.chats.push(chat);
  for (let n = 1; n <= messages; n++)
    rows.messages.push({
      ...born(10 + messages - n),
      chat_id: chat.id,
      author: 'customer',
      type: 'text',
      message: `Message ${n}`,
    });
  rows.notifications.push({
    ...born(5),
    entity: 'restaurant',
    type: 'system',
    title: 'Welcome',
    body: 'The restaurant is open.',
    severity: 'info',
    read_at: null,
  });
}

const dish = (n: number, bookId: string, categoryId: string) => ({
  menu_book_id: bookId,
  category_id: categoryId,
  name: `Dish ${n}`,
  description: '',
  price_amount: 895,
  currency: 'GBP',
  sort_order: n,
  availability_status: 'available',
  unavailable_until: null,
  is_available: true,
});

/** A pending order. */
export function order(store: RestServerStore, n: number): Record<string, unknown> {
  const placed = new Date(store.now() - 120_000 + n).toISOString();
  return {
    order_no: String(n),
    order_status: 'pending',
    order_type: 'pickup',
    channel: 'website',
    customer_id: null,
    customer: { name: `Guest ${n}`, phone: null, email: null },
    is_asap: true,
    placed_at: placed,
    due_at: new Date(store.now() + 1_800_000).toISOString(),
    lines: [{ id: store.newId(), name: 'Dish 1', quantity: 2, unit_amount: 895, total_amount: 1790 }],
    currency: 'GBP',
    subtotal_amount: 1790,
    total_amount: 1790,
    due_amount: 1790,
    payment_status: 'unpaid',
  };
}
