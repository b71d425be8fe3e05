import type { Promotion, PromotionStatus } from './calls.ts';

type Dated = Pick<
  Promotion,
  | 'is_enabled'
  | 'published_at'
  | 'archived_at'
  | 'starts_at'
  | 'ends_at'
  | 'usage_limit'
  | 'times_used'
  | 'budget_amount'
  | 'spent_amount'
>;

/** What state a promotion is in at this instant. Of several, the one that a person has to end comes first. */
export function promotionStatus(promotion: Dated, at: string | Date): PromotionStatus {
  const now = new Date(at).getTime();
  if (promotion.archived_at !== null) return 'archived';
  if (promotion.published_at === null) return 'draft';
  if (promotion.ends_at !== null && Date.parse(promotion.ends_at) <= now) return 'expired';
  if (isUsedUp(promotion)) return 'exhausted';
  if (!promotion.is_enabled) return 'paused';
  return promotion.starts_at !== null && Date.parse(promotion.starts_at) > now ? 'scheduled' : 'active';
}

const isUsedUp = ({ usage_limit, times_used, budget_amount, spent_amount }: Dated): boolean =>
  (usage_limit !== null && times_used >= usage_limit) || (budget_amount !== null && spent_amount >= budget_amount);
