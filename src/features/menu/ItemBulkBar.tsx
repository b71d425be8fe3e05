import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ChevronDown20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import type { MenuBook, MenuCategory } from '../../../contract/menu/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { SelectionBar } from '../../components/ListPage.tsx';
import { available, isAvailable, usualAbsence, type AvailabilityChoice } from './availability.ts';
import type { BulkField } from './bulk/BulkFieldDialog.tsx';
import { setAvailabilities } from './bulk/fields.ts';
import { saveBulk } from './bulk/save-bulk.ts';

const BulkFieldDialog = lazy(() =>
  import('./bulk/BulkFieldDialog.tsx').then((module) => ({ default: module.BulkFieldDialog })),
);
const BulkPriceDialog = lazy(() =>
  import('./bulk/BulkPriceDialog.tsx').then((module) => ({ default: module.BulkPriceDialog })),
);
const BulkMenu = lazy(() => import('./bulk/BulkMenu.tsx').then((module) => ({ default: module.BulkMenu })));

type Item = Mirrored<'menu_items'>;

interface Props {
  items: Item[];
  /** Every item of the restaurant. */
  all: Item[];
  books: readonly MenuBook[];
  categories: readonly MenuCategory[];
  restaurant: Restaurant;
  now: number;
  /** Selects every item that the filters match; null: all are selected. */
  onAll: { count: number; choose: () => void } | null;
  onDelete: (items: Item[], onDone: () => void) => void;
  onClear: () => void;
}

/** Replaces the toolbar while dishes are selected. */
export function ItemBulkBar(props: Props) {
  const { items, all, books, categories, restaurant, now, onAll, onDelete, onClear } = props;
  const [field, setField] = useState<BulkField | 'price' | null>(null);
  const [menu, setMenu] = useState<{ target: HTMLElement; opening: number } | null>(null);
  const on = items.filter((item) => isAvailable(item, new Date(now)));
  const off = items.filter((item) => !isAvailable(item, new Date(now)));
  const setAll = (some: Item[], wish: AvailabilityChoice, words: string) => {
    const title = `${some.length === 1 ? (some[0]?.name ?? '') : `${some.length} items`} ${words}`;
    const edit = setAvailabilities(some, wish);
    saveBulk(edit.items, edit.former, title);
    onClear();
  };
  return (
    <>
      <SelectionBar
        label="Selected items"
        end={
          <Button
            appearance="subtle"
            icon={<Dismiss20Regular />}
            aria-label="Clear selection"
            title="Clear selection"
            onClick={onClear}
          />
        }
      >
        <b className="g-nowrap" aria-live="polite">
          {items.length} selected
        </b>
        {onAll && (
          <Button appearance="subtle" onClick={onAll.choose}>
            Select all {onAll.count}
          </Button>
        )}
        <Button disabled={on.length === 0} onClick={() => setAll(on, usualAbsence(restaurant, now), 'sold out')}>
          Sold out
        </Button>
        <Button disabled={off.length === 0} onClick={() => setAll(off, available, 'available again')}>
          Available
        </Button>
        <Button onClick={() => setField('price')}>Price…</Button>
        <Button
          icon={<ChevronDown20Regular />}
          iconPosition="after"
          aria-haspopup="menu"
          onClick={({ currentTarget: target }) => setMenu((last) => ({ target, opening: (last?.opening ?? 0) + 1 }))}
        >
          More
        </Button>
      </SelectionBar>
      {menu && (
        <Suspense>
          <BulkMenu
            key={menu.opening}
            target={menu.target}
            onField={setField}
            onDelete={() => onDelete(items, onClear)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {field === 'price' && (
        <Suspense>
          <BulkPriceDialog
            items={items}
            currency={restaurant.currency}
            onDone={onClear}
            onClose={() => setField(null)}
          />
        </Suspense>
      )}
      {field !== null && field !== 'price' && (
        <Suspense>
          <BulkFieldDialog
            field={field}
            items={items}
            all={all}
            books={books}
            categories={categories}
            onDone={onClear}
            onClose={() => setField(null)}
          />
        </Suspense>
      )}
    </>
  );
}
