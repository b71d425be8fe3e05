import type { Mirrored } from '../../data/db.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { links } from '../../routes.ts';
import { RowCheckbox } from '../../ui/table/RowCheckbox.tsx';
import { useRowKeys } from '../../ui/table/row-keys.ts';
import { SortHead } from '../../ui/table/SortHead.tsx';
import table from '../../ui/table/table.module.css';
import { useMedia } from '../../ui/use-media.ts';
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx';
import type { OrderFilters, SortField } from './filters.ts';
import type { PlacedRange } from './queries.ts';
import { OrderRow, type OrderRowProps } from './OrderRow.tsx';
import { stepsOf } from './steps.ts';

export interface OrderListProps {
  /** null: nothing has reached this device yet. */
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

const skeletonWidths = [16, 44, 92, 120, 120, 140, 52, 56, 96, 88];
const compactWidths = [16, 44, 92, 220, 90, 56, 96, 88];

/** Too narrow for a column of dishes and one of payments: they have a second line of each row. */
const COMPACT = '(max-width: 1319.9px)';

/** The table of orders from a small tablet up. */
export function OrderTable(props: OrderListProps) {
  const { rows, restaurant, now, today, sort, onSort, chosen, onChoose, onStep, onMore } = props;
  const sortBy = (field: SortField) => ({
    descending: sort.field === field ? sort.descending : null,
    onSort: (descending: boolean) => onSort({ field, descending }),
  });
  const isCompact = useMedia(COMPACT);
  const list = useRowKeys<HTMLTableElement>((id) => onChoose([id], !chosen.has(id)));
  const ids = rows?.map((order) => order.id) ?? [];
  const isAllChosen = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <table ref={list} className={table.table}>
      <caption className="g-hidden">Orders</caption>
      <thead>
        <tr>
          <th scope="col">
            <RowCheckbox
              label="Select all on this page"
              checked={isAllChosen}
              isPartial={ids.some((id) => chosen.has(id))}
              onChange={(checked) => onChoose(ids, checked)}
            />
          </th>
          <th scope="col" data-column="order">
            Order
          </th>
          <SortHead column="placed" word="Placed" {...sortBy('placed')} />
          <th scope="col" data-column={isCompact ? 'wide' : 'customer'}>
            {isCompact ? 'Customer and items' : 'Customer'}
          </th>
          <SortHead column="due" word="Due" {...sortBy('due')} />
          {!isCompact && (
            <>
              <th scope="col" data-column="items">
                Items
              </th>
              <th scope="col" data-column="payment">
                Payment
              </th>
            </>
          )}
          <SortHead column="total" word="Total" isAmount {...sortBy('total')} />
          <th scope="col" data-column="status">
            Status
          </th>
          <th scope="col" data-column="next">
            <span className="g-hidden">Next step</span>
          </th>
        </tr>
      </thead>
      {rows === null ? (
        <TableSkeleton rows={10} widths={isCompact ? compactWidths : skeletonWidths} />
      ) : (
        <tbody>
          {rows.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              href={links.order(order.id)}
              first={stepsOf(order, restaurant, now).first}
              timezone={restaurant.timezone}
              now={now}
              today={today}
              isChosen={chosen.has(order.id)}
              isCompact={isCompact}
              onChoose={(id, isChosen) => onChoose([id], isChosen)}
              onStep={onStep}
              onMore={onMore}
            />
          ))}
        </tbody>
      )}
    </table>
  );
}
