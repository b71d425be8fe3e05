import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { promotionStatus } from '../../../contract/promotions/status.ts';
import { decimal } from '../../lib/money.ts';
import { offerLabel, scopeLabels, statusLabels } from './labels.ts';
import type { PromotionRow } from './queries.ts';

const columns = (now: Date): CsvColumn<PromotionRow>[] => [
  ['Promotion', (p) => p.name],
  ['Status', (p) => statusLabels[promotionStatus(p, now)]],
  ['Offer', offerLabel],
  ['Applies to', (p) => scopeLabels[p.applies_to]],
  ['Code', (p) => p.code ?? ''],
  ['Starts', (p) => p.starts_at ?? ''],
  ['Ends', (p) => p.ends_at ?? ''],
  ['Orders', (p) => String(p.times_used)],
  ['Discount', (p) => decimal(p.spent_amount, p.currency)],
  ['Revenue', (p) => decimal(p.revenue_amount, p.currency)],
  ['Currency', (p) => p.currency],
];

/** Promotions as CSV: one row each, ISO times in UTC, decimal amounts. */
export const promotionsCsv = (promotions: readonly PromotionRow[], now: Date): string =>
  toCsv(columns(now), promotions);
