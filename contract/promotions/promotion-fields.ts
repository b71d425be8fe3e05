import type { CustomerSegment } from '../customers/calls.ts';
import { choice, code, flag, list, optionalMoney, optionalWhole, own, plainText, whole } from '../entity-fields.ts';
import type { AvailabilityWindow } from '../menu/parts.ts';
import type { OrderChannel } from '../orders/order-channel.ts';
import type { OrderType } from '../restaurant/rows.ts';
import type { customerScopes, promotionScopes, PromotionType } from './calls.ts';

/** The fields of a promotion, without its steps and its results. Money in minor units of its currency, rates in basis points. */
export const promotionFields = {
  name: plainText(120, { label: 'Name', isInEveryRow: true, isRequired: true }),
  description: plainText(1000, { label: 'Description', isInEveryRow: true }),
  image_url: own<string | null>()(null, { label: 'Photo', isInEveryRow: true }),
  promotion_type: choice<PromotionType>()('percentage', { label: 'Type', isInEveryRow: true, isRequired: true }),
  /** Of `percentage`; of `buy_x_get_y` and `free_item` what is taken off each piece, null: all of it. */
  value_bp: optionalWhole(1, 10_000, { label: 'Percentage', isInEveryRow: true }),
  /** Of `fixed_amount`. */
  value_amount: optionalMoney({ label: 'Amount', isInEveryRow: true }),
  max_discount_amount: optionalMoney({ label: 'Most it takes off', isInEveryRow: true }),
  min_order_amount: optionalMoney({ label: 'Minimum order', isInEveryRow: true }),
  buy_quantity: optionalWhole(1, 99, { label: 'How many to buy', isInEveryRow: true }),
  get_quantity: optionalWhole(1, 99, { label: 'How many to get', isInEveryRow: true }),
  /** Of free delivery, the fee. */
  applies_to: choice<(typeof promotionScopes)[number]>()('order', { label: 'What it is for', isInEveryRow: true }),
  category_ids: list<string>()({ label: 'Categories', isInEveryRow: true }),
  item_ids: list<string>()({ label: 'Items', isInEveryRow: true }),
  /** As the owner wrote it; it is found in any case. */
  code: code(40, { label: 'Code', isInEveryRow: true }),
  /** A new one is if it has no code. */
  is_automatic: flag({ label: 'Automatic or by code', isInEveryRow: true }),
  is_stackable: flag({ label: 'Combining', isInEveryRow: true }),
  /** The greater goes first. */
  priority: whole(-1000, 1000, 0, { label: 'Priority', isInEveryRow: true }),
  /** Empty: all. */
  order_types: list<OrderType>()({ label: 'Order types', isInEveryRow: true }),
  /** Empty: all. */
  channels: list<OrderChannel>()({ label: 'Sources', isInEveryRow: true }),
  customer_scope: choice<(typeof customerScopes)[number]>()('all', { label: 'Customers', isInEveryRow: true }),
  segment: own<CustomerSegment | null>()(null, { label: 'Segment', isInEveryRow: true }),
  usage_limit: optionalWhole(1, 1_000_000, { label: 'Limit', isInEveryRow: true }),
  usage_limit_per_customer: optionalWhole(1, 1000, { label: 'Limit for each customer', isInEveryRow: true }),
  budget_amount: optionalMoney({ label: 'Budget', isInEveryRow: true }),
  starts_at: own<string | null>()(null, { label: 'Start', isInEveryRow: true }),
  ends_at: own<string | null>()(null, { label: 'End', isInEveryRow: true }),
  windows: list<AvailabilityWindow>()({ label: 'Times', isInEveryRow: true }),
};
