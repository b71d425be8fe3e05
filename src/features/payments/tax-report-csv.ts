import type { TaxReport, TaxRateSum } from '../../../contract/payments/report-calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { decimal } from '../../lib/money.ts';
import { rateLabel } from './labels.ts';

/** The report as CSV: one row for each rate, decimal amounts. */
export function taxReportCsv({ from, to, currency, rates }: TaxReport, settings: Restaurant['tax_settings']): string {
  const columns: readonly CsvColumn<TaxRateSum>[] = [
    ['From', () => from],
    ['To', () => to],
    ['Rate', ({ rate_bp }) => rateLabel(rate_bp, settings)],
    ['Orders', ({ orders_count }) => String(orders_count)],
    ['Net', ({ net_amount }) => decimal(net_amount, currency)],
    ['Tax', ({ tax_amount }) => decimal(tax_amount, currency)],
    ['Gross', ({ gross_amount }) => decimal(gross_amount, currency)],
    ['Currency', () => currency],
  ];
  return toCsv(columns, rates);
}
