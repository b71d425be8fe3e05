import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRows } from '../../data/live.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../routes.ts';
import { kitchenDensity } from '../../ui/density.ts';
import { Page } from '../../ui/Page.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import {
  available,
  isAvailable,
  setItem,
  usualAbsence,
  availabilityOf,
  type AvailabilityChoice,
} from './availability.ts';
import css from './board.module.css';
import { BoardBar, type LastChange } from './BoardBar.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { MenuStates } from './MenuStates.tsx';
import { allItems, categories as readCategories } from './queries.ts';
import { SoldOutLine } from './SoldOutLine.tsx';
import { Tile } from './Tile.tsx';
import { useEnds } from './use-ends.ts';

type Item = Mirrored<'menu_items'>;

/** For the kitchen: a whole tile is the switch; what is gone stays in sight whatever the category. */
export function AvailabilityBoard({ restaurant }: { restaurant: Restaurant }) {
  const categories = useRows('menu_categories', (db) => readCategories(db), []);
  const items = useRows('menu_items', (db) => allItems(db), []);
  const ends = useEnds(items ?? []);
  const now = Math.max(useMinute(), ends);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('category');
  const [tapped, setTapped] = useState<LastChange | null>(null);

  const withItems = (categories ?? []).filter((category) => items?.some((item) => item.category_id === category.id));
  const category = withItems.find((one) => one.id === asked) ?? withItems[0];
  const out = (items ?? []).filter((item) => !isAvailable(item, new Date(now)));

  const set = (some: Item[], wish: AvailabilityChoice) => {
    const before = some.map((item) => ({ item, wish: availabilityOf(item) }));
    for (const item of some) setItem(item, wish);
    setTapped({ at: Date.now(), items: some, wish, before });
  };
  const tap = (item: Item) => set([item], isAvailable(item, new Date(now)) ? usualAbsence(restaurant, now) : available);

  return (
    <Page
      title="Availability"
      breadcrumb={[{ label: 'Menu', to: links.menu() }]}
      isFlush
      className={`${css.board} ${kitchenDensity}`}
      actions={<span className={css.clock}>{timeOf(now, restaurant.timezone)}</span>}
    >
      {items?.length === 0 && (
        <div className={css.states}>
          <MenuStates
            what="The menu"
            empty="No items yet"
            hint="Add dishes to a menu; then the kitchen switches them here."
          />
        </div>
      )}
      {category && (
        <>
          <BoardTabs
            categories={withItems}
            current={category.id}
            outOf={(id) => out.filter((item) => item.category_id === id).length}
            onShow={(id) => navigate(links.menu({ view: 'availability', category: id }))}
          />
          <SoldOutLine items={items ?? []} out={out} categoryId={category.id} onBack={(some) => set(some, available)} />
          <div className={css.tiles}>
            {items
              ?.filter((item) => item.category_id === category.id)
              .map((item) => (
                <Tile
                  key={item.id}
                  item={item}
                  isOn={isAvailable(item, new Date(now))}
                  until={item.unavailable_until && untilLabel(item.unavailable_until, restaurant.timezone, now)}
                  onTap={() => tap(item)}
                />
              ))}
          </div>
        </>
      )}
      <BoardBar tapped={tapped} restaurant={restaurant} now={now} onWish={set} onClose={() => setTapped(null)} />
    </Page>
  );
}
