import { useRowKeys } from '../../ui/table/row-keys.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { RowCheckbox } from '../../ui/table/RowCheckbox.tsx';
import table from '../../ui/table/table.module.css';
import { ItemRow } from './ItemRow.tsx';

type Item = Mirrored<'menu_items'>;

interface Props {
  rows: Item[];
  restaurant: Restaurant;
  now: number;
  /** Of a search over all items: where each one stands. */
  categoryOf: ((item: Item) => string | null) | null;
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onMore: (item: Item, target: HTMLElement) => void;
}

export function ItemTable({ rows, restaurant, now, categoryOf, chosen, onChoose, onMore }: Props) {
  const list = useRowKeys<HTMLTableElement>();
  const ids = rows.map((item) => item.id);
  return (
    <table ref={list} className={table.table}>
      <caption className="g-hidden">Items</caption>
      <thead>
        <tr>
          <th scope="col">
            <RowCheckbox
              label="Select all on this page"
              checked={ids.every((id) => chosen.has(id))}
              isPartial={ids.some((id) => chosen.has(id))}
              onChange={(checked) => onChoose(ids, checked)}
            />
          </th>
          <th scope="col">Item</th>
          <th scope="col" data-column="allergens">
            Allergens
          </th>
          <th scope="col" className={table.amount}>
            Price
          </th>
          <th scope="col">Availability</th>
          <th scope="col">
            <span className="g-hidden">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            restaurant={restaurant}
            now={now}
            category={categoryOf ? categoryOf(item) : null}
            isChosen={chosen.has(item.id)}
            onChoose={(isChosen) => onChoose([item.id], isChosen)}
            onMore={onMore}
          />
        ))}
      </tbody>
    </table>
  );
}
