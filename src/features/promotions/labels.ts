import type { Promotion, PromotionStatus, PromotionType } from '../../../contract/promotions/calls.ts';
import { promotionFields } from '../../../contract/promotions/promotion-fields.ts';
import { wordsOf } from '../../components/fields/field-words.ts';
import { money } from '../../lib/money.ts';

export const typeLabels: Record<PromotionType, string> = {
  percentage: 'Percentage off',
  fixed_amount: 'Amount off',
  free_delivery: 'Free delivery',
  buy_x_get_y: 'Buy some, get some',
  free_item: 'Free item',
};

export const statusLabels: Record<PromotionStatus, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  draft: 'Draft',
  exhausted: 'Used up',
  expired: 'Ended',
  archived: 'Archived',
};

export const scopeLabels: Record<Promotion['applies_to'], string> = {
  order: 'The whole order',
  categories: 'Categories',
  items: 'Items',
  delivery_fee: 'The delivery fee',
};

export const customerLabels: Record<Promotion['customer_scope'], string> = {
  all: 'Everybody',
  new: 'New customers',
  returning: 'Returning customers',
  segment: 'A segment',
};

export const fieldLabels = wordsOf(promotionFields);

/** "10% off", "£5.00 off", "Buy 2, get 1 free": what a customer gets. */
export function offerLabel(promotion: Promotion): string {
  const { promotion_type: type, value_bp, value_amount, currency } = promotion;
  const percent = value_bp === null ? '' : `${value_bp / 100}%`;
  const off = value_bp === null || value_bp === 10_000 ? 'free' : `at ${percent} off`;
  if (type === 'percentage') return `${percent} off${promotion.applies_to === 'delivery_fee' ? ' delivery' : ''}`;
  if (type === 'fixed_amount')
    return `${money(value_amount ?? 0, currency)} off${promotion.applies_to === 'delivery_fee' ? ' delivery' : ''}`;
  if (type === 'buy_x_get_y') return `Buy ${promotion.buy_quantity ?? 1}, get ${promotion.get_quantity ?? 1} ${off}`;
  if (type === 'free_item') {
    const count = promotion.get_quantity ?? 1;
    return count === 1 ? `One item ${off}` : `${count} items ${off}`;
  }
  return type === 'free_delivery' ? 'Free delivery' : 'Promotion';
}
