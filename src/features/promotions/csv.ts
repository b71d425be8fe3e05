import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { promotionStatus } from '../../../contract/promotions/status.ts';
import { timeColumns, type RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { decimal } from '../../lib/money.ts';
import { offerLabel, scopeLabels, statusLabels } from './labels.ts';
import type { PromotionRow } from './queries.ts';

const columns = (now: Date, clock: RestaurantClock): CsvColumn<PromotionRow>[] => [
  ['Promotion', (p) => p.name],
  ['Status', (p) => statusLabels[promotionStatus(p, now)]],
  ['Offer', offerLabel],
  ['Applies to', (p) => scopeLabels[p.applies_to]],
  ['Code', (p) => p.code ?? ''],
  ...timeColumns<PromotionRow>('Starts', (p) => p.starts_at, clock),
  ...timeColumns<PromotionRow>('Ends', (p) => p.ends_at, clock),
  ['Orders', (p) => String(p.times_used)],
  ['Discount', (p) => decimal(p.spent_amount, p.currency)],
  ['Revenue', (p) => decimal(p.revenue_amount, p.currency)],
  ['Currency', (p) => p.currency],
];

/** Promotions as CSV: one row each, decimal amounts. */
export const promotionsCsv = (promotions: readonly PromotionRow[], now: Date, clock: RestaurantClock): string =>
  toCsv(columns(now, clock), promotions);
