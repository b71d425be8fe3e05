import type { Order } from './calls.ts';

type Birth = Pick<
  Order,
  | 'id'
  | 'version'
  | 'created_at'
  | 'updated_by'
  | 'order_no'
  | 'order_status'
  | 'order_type'
  | 'channel'
  | 'customer'
  | 'currency'
  | 'placed_at'
  | 'due_at'
>;

/** An order with defaults: as soon as possible, unpaid, no lines, no events. */
export const blankOrder = (known: Birth & Partial<Order>): Order => ({
  updated_at: known.created_at,
  deleted_at: null,
  external_id: null,
  external_source: null,
  short_code: null,
  customer_id: null,
  table_name: null,
  guests_count: null,
  delivery_address: null,
  is_asap: true,
  scheduled_for: null,
  estimated_ready_at: null,
  prep_minutes: null,
  answer_by_at: null,
  seen_at: null,
  acknowledged_by_device_ids: [],
  lines: [],
  customer_note: null,
  kitchen_note: null,
  allergens: [],
  subtotal_amount: 0,
  discount_amount: 0,
  discounts: null,
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
  accepted_at: null,
  preparing_at: null,
  ready_at: null,
  picked_up_at: null,
  completed_at: null,
  rejected_at: null,
  cancelled_at: null,
  recalled_at: null,
  events: [],
  ...known,
});
