import type { Args } from '../call.ts';
import { namedOf, valuesOf } from '../entity-fields.ts';
import { born, type NewRowValues } from '../menu/new-rows.ts';
import type { edit, NewPromotionBody, Promotion } from './calls.ts';
import { promotionFields } from './promotion-fields.ts';
import { promotionStatus } from './status.ts';

type NewPromotion = Omit<NewPromotionBody, 'id' | 'image' | 'occurred_at' | 'op_id'>;
export type PromotionBody = Args<typeof edit>['body'];

/** A row that was never used, on the device as on the server. `birth.occurredAt`: when it was enabled. */
export function newPromotion(body: NewPromotion, birth: NewRowValues, currency: string): Promotion {
  const isEnabled = body.is_enabled ?? true;
  const at = birth.occurredAt ?? birth.at;
  const blank: Promotion = {
    ...born(birth),
    ...valuesOf(promotionFields, {}),
    applies_to: body.promotion_type === 'free_delivery' ? 'delivery_fee' : 'order',
    is_automatic: !body.code,
    currency,
    times_used: 0,
    spent_amount: 0,
    revenue_amount: 0,
    is_enabled: isEnabled,
    published_at: isEnabled ? at : null,
    archived_at: null,
    promotion_status: 'draft',
  };
  return editedPromotion(blank, body, at);
}

/** The row with an edit applied; fields that it does not name stay. */
export function editedPromotion(promotion: Promotion, body: PromotionBody, at: string): Promotion {
  const next: Promotion = { ...promotion, ...namedOf(promotionFields, body) };
  next.name = next.name.trim();
  next.code = next.code?.trim() || null;
  next.category_ids = next.category_ids.map((id) => id.toLowerCase());
  next.item_ids = next.item_ids.map((id) => id.toLowerCase());
  return withStatus(next, at);
}

export const withStatus = (promotion: Promotion, at: string): Promotion => ({
  ...promotion,
  promotion_status: promotionStatus(promotion, at),
});

/** Paused, or going on; a draft is published by it. */
export const enabledPromotion = (promotion: Promotion, isEnabled: boolean, at: string): Promotion =>
  withStatus(
    {
      ...promotion,
      is_enabled: isEnabled,
      published_at: isEnabled ? (promotion.published_at ?? at) : promotion.published_at,
    },
    at,
  );

/** What does not fit together, by field; null if it does. */
export function faultsOfPromotion(promotion: Promotion): Record<string, string> | null {
  const faults: Record<string, string> = {};
  const { promotion_type: type, applies_to: scope } = promotion;
  if (type === 'percentage' && promotion.value_bp === null) faults['value_bp'] = 'Enter a percentage';
  if (type === 'fixed_amount' && promotion.value_amount === null) faults['value_amount'] = 'Enter an amount';
  if (type === 'buy_x_get_y' && promotion.buy_quantity === null) faults['buy_quantity'] = 'Enter how many are bought';
  if (type === 'buy_x_get_y' && promotion.get_quantity === null) faults['get_quantity'] = 'Enter how many are reduced';
  if (type === 'free_delivery' && scope !== 'delivery_fee')
    faults['applies_to'] = 'Free delivery is about the delivery fee';
  if (type === 'buy_x_get_y' && scope === 'delivery_fee') faults['applies_to'] = 'Choose dishes';
  if (type === 'free_item' && (scope === 'delivery_fee' || scope === 'order')) faults['applies_to'] = 'Choose dishes';
  if (scope === 'categories' && promotion.category_ids.length === 0) faults['category_ids'] = 'Choose a category';
  if (scope === 'items' && promotion.item_ids.length === 0) faults['item_ids'] = 'Choose an item';
  if (promotion.is_automatic === (promotion.code !== null))
    faults['code'] = promotion.is_automatic ? 'An automatic promotion has no code' : 'Enter a code';
  if (promotion.customer_scope === 'segment' && promotion.segment === null) faults['segment'] = 'Choose a segment';
  if (promotion.starts_at !== null && promotion.ends_at !== null && promotion.ends_at <= promotion.starts_at)
    faults['ends_at'] = 'Ends before it starts';
  return Object.keys(faults).length > 0 ? faults : null;
}
