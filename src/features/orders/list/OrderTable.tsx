import type { Mirrored } from '../../../data/db.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { links } from '../../../links.ts';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import css from './orders.module.css';
import { useMedia } from '../../../ui/use-media.ts';
import type { OrderFilters, SortField } from './filters.ts';
import type { PlacedRange } from '../queries.ts';
import { OrderRow, type OrderRowProps } from './OrderRow.tsx';
import { stepsOf } from '../steps/steps.ts';
import { useMayCall } from '../../../session/use-may.ts';
import { setStatus } from '../mutations.ts';

type OrderColumn = Column<Mirrored<'orders'>, SortField>;

export interface OrderListProps {
  /** null: not loaded yet. */
  rows: Mirrored<'orders'>[] | null;
  restaurant: Restaurant;
  now: number;
  today: PlacedRange;
  sort: OrderFilters['sort'];
  onSort: (sort: OrderFilters['sort']) => void;
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onStep: OrderRowProps['onStep'];
  onMore: OrderRowProps['onMore'];
}

/** Too narrow for a column of dishes and one of payments: they have a second line of each row. */
const COMPACT = '(max-width: 1319.9px)';

/** The table of orders, from small tablets up. */
export function OrderTable(props: OrderListProps) {
  const { rows, restaurant, now, today, sort, onSort, chosen, onChoose, onStep, onMore } = props;
  const isCompact = useMedia(COMPACT);
  const mayWork = useMayCall(setStatus.call);
  return (
    <div className={css.orders}>
      <DataTable
        caption="Orders"
        columns={isCompact ? compactColumns : columns}
        rows={rows}
        sort={sort}
        onSort={onSort}
        chosen={chosen}
        onChoose={onChoose}
        isChosenBySpace
        renderRow={(order) => (
          <OrderRow
            key={order.id}
            order={order}
            href={links.order(order.id)}
            first={mayWork ? stepsOf(order, restaurant, now).first : null}
            timezone={restaurant.timezone}
            now={now}
            today={today}
            isChosen={chosen.has(order.id)}
            isCompact={isCompact}
            onChoose={(id, isChosen) => onChoose([id], isChosen)}
            onStep={onStep}
            onMore={onMore}
          />
        )}
      />
    </div>
  );
}

const order = { head: 'Order', column: 'order', width: 44 };
const placed = { head: 'Placed', column: 'placed', sort: 'placed' as const, width: 92 };
const due = { head: 'Due', column: 'due', sort: 'due' as const, width: 90 };
const end: OrderColumn[] = [
  { head: 'Total', column: 'total', sort: 'total', isAmount: true, width: 56 },
  { head: 'Status', column: 'status', width: 96 },
  { head: 'Next step', isHeadHidden: true, column: 'next', width: 88 },
];
const columns: OrderColumn[] = [
  order,
  placed,
  { head: 'Customer', column: 'customer', width: 120 },
  due,
  { head: 'Items', column: 'items', width: 140 },
  { head: 'Payment', column: 'payment', width: 52 },
  ...end,
];
const compactColumns: OrderColumn[] = [
  order,
  placed,
  { head: 'Customer and items', column: 'wide', width: 220 },
  due,
  ...end,
];
