import { newBook, newCategory, newItem } from '../../contract/menu-rows.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu.ts';
import type { Order } from '../../contract/orders.ts';

/** A UUID of version 7 that is easy to tell from others. */
export const id = (n: number): string => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

const AT = '2026-11-20T18:00:00.000Z';
const birth = (n: number) => ({ id: id(n), at: AT, actor: null, version: 0 });

export const book: MenuBook = newBook({ name: 'Dinner' }, birth(1), 'GBP');
export const category: MenuCategory = newCategory({ name: 'Mains' }, birth(2), book.id);

/** A dish of the menu; `n` from 100. */
export const dish = (n: number, fields: Partial<MenuItem> = {}): MenuItem => ({
  ...newItem({ name: `Dish ${n}`, price_amount: 895 }, birth(n), {
    bookId: book.id,
    categoryId: category.id,
    currency: 'GBP',
  }),
  ...fields,
});

export const pathOf = (item: Pick<MenuItem, 'id'>) => ({ id: book.id, categoryId: category.id, itemId: item.id });

/** An order for pickup; `n` from 500. */
export const order = (n: number, fields: Partial<Order> = {}): Order => ({
  id: id(n),
  version: 0,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  updated_by: null,
  order_no: String(n),
  order_status: 'pending',
  order_type: 'pickup',
  channel: 'website',
  external_id: null,
  external_source: null,
  short_code: null,
  customer_id: null,
  customer: { name: 'Joanna Price', phone: null, email: null },
  table_name: null,
  guests_count: null,
  delivery_address: null,
  is_asap: true,
  scheduled_for: null,
  due_at: AT,
  estimated_ready_at: null,
  prep_minutes: null,
  answer_by_at: null,
  seen_at: null,
  acknowledged_by_device_ids: [],
  lines: [],
  customer_note: null,
  kitchen_note: null,
  allergens: [],
  currency: 'GBP',
  subtotal_amount: 0,
  discount_amount: 0,
  delivery_fee_amount: 0,
  service_charge_amount: 0,
  packaging_fee_amount: 0,
  tip_amount: 0,
  tax_amount: 0,
  total_amount: 0,
  paid_amount: 0,
  refunded_amount: 0,
  due_amount: 0,
  taxes: [],
  payment_status: 'unpaid',
  payment_method: null,
  rejection_reason: null,
  rejection_note: null,
  cancellation_reason: null,
  cancellation_note: null,
  placed_at: AT,
  accepted_at: null,
  preparing_at: null,
  ready_at: null,
  picked_up_at: null,
  completed_at: null,
  rejected_at: null,
  cancelled_at: null,
  recalled_at: null,
  events: [],
  ...fields,
});
