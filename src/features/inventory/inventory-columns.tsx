import { Link } from 'wouter';
import { quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import type { Column } from '../../components/DataTable.tsx';
import { isPending } from '../../data/live.ts';
import { money } from '../../lib/money.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import type { SortField } from './inventory-filters.ts';
import css from './inventory.module.css';
import { statusLabels } from './labels.ts';
import { Stepper } from './Stepper.tsx';
import type { StockRow } from './queries.ts';

export interface InventoryLook {
  timezone: string;
  now: number;
  linkTo: (id: string) => string;
  open: (id: string) => void;
}

/** The table of what is counted, from a small tablet up. */
export const inventoryColumns = (look: InventoryLook): Column<StockRow, SortField>[] => [
  {
    head: 'Item',
    column: 'name',
    sort: 'name',
    width: 140,
    cell: (row) => <ItemName row={row} look={look} />,
  },
  {
    head: 'Status',
    sort: 'status',
    width: 72,
    cell: (row) => <Status row={row} />,
  },
  {
    head: 'In stock',
    sort: 'quantity',
    width: 150,
    cell: (row) => <Stock row={row} look={look} />,
  },
  {
    head: 'Low at',
    column: 'low',
    width: 64,
    className: css.low,
    headClassName: css.low,
    cell: ({ item }) => (item.low_stock_threshold === null ? '–' : quantityLabel(item.low_stock_threshold, item.unit)),
  },
  {
    head: 'Cost',
    width: 56,
    className: css.cost,
    headClassName: css.cost,
    cell: ({ item, cost }) => (cost === null ? '–' : money(cost, item.currency)),
  },
  {
    head: 'Supplier',
    width: 90,
    className: css.supplier,
    headClassName: css.supplier,
    cell: ({ item }) => item.supplier_name ?? '–',
  },
  {
    head: 'Last count',
    width: 80,
    className: css.counted,
    headClassName: css.counted,
    cell: ({ item: { last_counted_at: at } }) => (at ? shortUntil(at, look.timezone, look.now) : '–'),
  },
];

function ItemName({ row: { item, name }, look, cover = '' }: { row: StockRow; look: InventoryLook; cover?: string }) {
  return (
    <>
      <Link href={look.linkTo(item.id)} className={`g-strong g-link ${cover}`}>
        <bdi>{name}</bdi>
      </Link>
      {isPending(item) && <PendingClock />}
    </>
  );
}

const tones = { out: 'g-tone-bad', low: 'g-tone-warn', in_stock: 'g-tone-ok', untracked: '' };

export function Status({ row: { item } }: { row: StockRow }) {
  return (
    <span className={`g-badge g-pad-x-8 ${tones[item.stock_status] ?? ''}`}>
      {statusLabels[item.stock_status] ?? item.stock_status}
    </span>
  );
}

function Stock({ row, look }: { row: StockRow; look: InventoryLook }) {
  return row.item.is_tracked ? (
    <Stepper row={row} onEmpty={() => look.open(row.id)} />
  ) : (
    <span className="g-faint">–</span>
  );
}

/** The same row on a phone. The whole card is the link; the steps stay under the thumb. */
export function InventoryCard({ row, look }: { row: StockRow; look: InventoryLook }) {
  return (
    <li data-row={row.id} className={`g-relative g-soft g-round-12 g-edge ${css.card}`}>
      <div className="g-row g-gap-8 g-size-16">
        <span className="g-grow g-narrow g-break">
          <ItemName row={row} look={look} cover="g-cover" />
        </span>
        <Status row={row} />
      </div>
      <div className="g-row g-gap-8 g-spread">
        <span className="g-narrow g-break">
          {[
            row.item.low_stock_threshold !== null &&
              `Low at ${quantityLabel(row.item.low_stock_threshold, row.item.unit)}`,
            row.item.supplier_name,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className="g-relative">
          <Stock row={row} look={look} />
        </span>
      </div>
    </li>
  );
}
