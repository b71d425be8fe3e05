import type { RefCallback } from 'react';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { DataTable, type Column } from '../../components/DataTable.tsx';
import css from './items.module.css';
import { ItemRow } from './ItemRow.tsx';

type Item = Mirrored<'menu_items'>;

interface Props {
  list: RefCallback<HTMLDivElement>;
  /** The rows stand in their own order, which can be changed by dragging. */
  isSorted: boolean;
  rows: Item[];
  restaurant: Restaurant;
  now: number;
  /** What a dish lacks, so that nobody can order it. */
  lackOf: (item: Item) => string | null;
  /** In a search over all items: the category of each. */
  categoryOf: ((item: Item) => string | null) | null;
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[], isChosen: boolean) => void;
  onEdit: (item: Item) => void;
  onMore: (item: Item, target: HTMLElement) => void;
}

const columns: Column<Item>[] = [
  { head: 'Item', width: 220 },
  { head: 'Allergens', column: 'allergens', width: 120 },
  { head: 'Price', isAmount: true, width: 56 },
  { head: 'Availability', width: 120 },
  { head: 'More', isHeadHidden: true, width: 28 },
];

export function ItemTable({
  list,
  isSorted,
  rows,
  restaurant,
  now,
  lackOf,
  categoryOf,
  chosen,
  onChoose,
  onEdit,
  onMore,
}: Props) {
  return (
    <div ref={list} className={css.items}>
      <DataTable
        caption="Items"
        columns={columns}
        rows={rows}
        chosen={chosen}
        onChoose={onChoose}
        renderRow={(item) => (
          <ItemRow
            key={item.id}
            item={item}
            isSorted={isSorted}
            restaurant={restaurant}
            now={now}
            lack={lackOf(item)}
            category={categoryOf ? categoryOf(item) : null}
            isChosen={chosen.has(item.id)}
            onChoose={(isChosen) => onChoose([item.id], isChosen)}
            onEdit={onEdit}
            onMore={onMore}
          />
        )}
      />
    </div>
  );
}
