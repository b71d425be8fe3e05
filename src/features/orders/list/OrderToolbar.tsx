import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { orderChannels } from '../../../../contract/orders/order-channel.ts';
import { FilterBar } from '../../../components/FilterBar.tsx';
import { FilterChip } from '../../../components/table/FilterChip.tsx';
import { DateChip } from './DateChip.tsx';
import { isByDue, paymentFilters, type OrderFilters } from './filters.ts';
import css from './orders.module.css';
import type { ChangeFilters } from './use-order-filters.ts';
import { paymentLabel } from '../labels.ts';
import { sourceLabel, typeLabel } from '../../../ui/order-label.ts';

const types = ['delivery', 'pickup', 'dine_in', 'catering', 'reservation'].map(
  (type) => [type, typeLabel(type)] as const,
);
const payments = paymentFilters.map((status) => [status, paymentLabel(status)] as const);
const sources = orderChannels.map((source) => [source, sourceLabel(source)] as const);

interface Props {
  filters: OrderFilters;
  change: ChangeFilters;
  dateWords: string;
  today: string;
  canExport: boolean;
  onExport: () => void;
}

export function OrderToolbar({ filters, change, dateWords, today, canExport, onExport }: Props) {
  return (
    <FilterBar
      label="Orders"
      searchLabel="Search orders"
      placeholder="Number, name, phone or dish"
      search={filters.search}
      onSearch={(search) => change({ search }, { replace: true })}
      className={css.toolbar}
      end={
        <button
          type="button"
          className={`g-inline g-middle g-gap-6 g-strong g-surface g-round-6 g-outline g-pad-x-12 ${css.export}`}
          disabled={!canExport}
          onClick={onExport}
        >
          <ArrowDownload20Regular aria-hidden="true" />
          <span>Export</span>
        </button>
      }
    >
      {isByDue(filters) ? (
        <DateChip
          date={filters.date ?? 'all'}
          words={dateWords}
          today={today}
          onChange={(date) => change({ date: date === 'all' ? null : (date ?? today) })}
        />
      ) : (
        <DateChip date={filters.date} words={dateWords} today={today} onChange={(date) => change({ date })} />
      )}
      <FilterChip name="Type" choices={types} chosen={filters.types} onChange={(chosen) => change({ types: chosen })} />
      <FilterChip
        name="Payment"
        choices={payments}
        chosen={filters.payments}
        onChange={(chosen) => change({ payments: chosen })}
      />
      <FilterChip
        name="Source"
        choices={sources}
        chosen={filters.sources}
        onChange={(chosen) => change({ sources: chosen })}
      />
    </FilterBar>
  );
}
