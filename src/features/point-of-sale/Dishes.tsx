import { useState } from 'react';
import { isAvailable } from '../../../contract/menu/availability.ts';
import type { MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { money } from '../../lib/money.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import { intoView } from '../../ui/into-view.ts';
import { SearchField } from '../../ui/table/SearchField.tsx';
import css from './point-of-sale.module.css';
import type { Draft } from './draft.ts';

interface Props {
  items: Mirrored<'menu_items'>[];
  categories: MenuCategory[];
  restaurant: Restaurant;
  now: number;
  draft: Draft;
  onAdd: (item: MenuItem, kitchenStation: string | null) => void;
}

/** Big tiles, one tap one more of it. What is sold out stays in its place and says so. */
export function Dishes({ items, categories, restaurant, now, draft, onAdd }: Props) {
  const [search, setSearch] = useState('');
  const [taken, setTaken] = useState(0);
  const [asked, setAsked] = useState<string | null>(null);
  const shown = items.filter((item) => item.availability_status !== 'hidden' || isAvailable(item, new Date(now)));
  const withItems = categories.filter(
    ({ id, is_active }) => is_active && shown.some((item) => item.category_id === id),
  );
  const category = withItems.find(({ id }) => id === asked) ?? withItems[0];
  const words = fold(search);
  const found = words
    ? shown.filter((item) => words.split(' ').every((word) => fold(item.name).includes(word)))
    : shown.filter((item) => item.category_id === category?.id);
  const stations = new Map(categories.map(({ id, kitchen_station }) => [id, kitchen_station]));
  const wanted = new Map<string | null, number>();
  for (const { menu_item_id, quantity } of draft.lines)
    wanted.set(menu_item_id, (wanted.get(menu_item_id) ?? 0) + quantity);

  return (
    <>
      <div className={css.find}>
        <SearchField
          label="Search dishes"
          placeholder="Search dishes"
          search={search}
          onSearch={setSearch}
          takenAt={taken}
          className={css.search}
        />
        {!words && (
          <nav className={css.tabs} aria-label="Categories">
            {withItems.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                ref={id === category?.id ? intoView : undefined}
                className={classes(css.tab, id === category?.id && css.current)}
                aria-current={id === category?.id ? 'page' : undefined}
                onClick={() => setAsked(id)}
              >
                {name}
              </button>
            ))}
          </nav>
        )}
      </div>
      <ul className={css.tiles}>
        {found.map((item) => (
          <Tile
            key={item.id}
            item={item}
            isOut={!isAvailable(item, new Date(now))}
            until={item.unavailable_until && untilLabel(item.unavailable_until, restaurant.timezone, now)}
            count={wanted.get(item.id) ?? 0}
            onAdd={() => {
              onAdd(item, stations.get(item.category_id) ?? null);
              setTaken((last) => last + 1);
            }}
          />
        ))}
      </ul>
      {words && found.length === 0 && (
        <p className={css.none}>No dish is called “{search.trim()}”. Add it to the order as a custom item.</p>
      )}
    </>
  );
}

interface TileProps {
  item: MenuItem;
  isOut: boolean;
  until: string | null;
  count: number;
  onAdd: () => void;
}

function Tile({ item, isOut, until, count, onAdd }: TileProps) {
  return (
    <li>
      <button
        type="button"
        className={classes(css.tile, isOut && css.out, count > 0 && css.has)}
        disabled={isOut}
        onClick={onAdd}
      >
        <span className={css.name}>{item.name}</span>
        <span className={css.price}>
          {isOut ? `Sold out${until ? ` until ${until}` : ''}` : money(item.price_amount, item.currency)}
          {count > 0 && (
            <b className={css.count}>
              ×{count} <span className="g-hidden">in the order</span>
            </b>
          )}
        </span>
      </button>
    </li>
  );
}

/** Lower case, without accents: "jalapeno" finds "Jalapeño". */
const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();
