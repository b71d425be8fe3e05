import { useState } from 'react';
import { isAvailable } from '../../../contract/menu/availability.ts';
import type { MenuCategory, MenuItem } from '../../../contract/menu/calls.ts';
import { absenceOf, type Absence } from '../../../contract/menu/orderable.ts';
import { isForChannel, isForType, typeTexts } from '../../../contract/orders/item-limits.ts';
import { hasOpenPrice } from '../../../contract/orders/price-dish.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { money } from '../../lib/money.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { classes } from '../../ui/classes.ts';
import { intoView } from '../../ui/into-view.ts';
import { SearchField } from '../../components/table/SearchField.tsx';
import css from './point-of-sale.module.css';
import type { MenuDish } from './dishes-of.ts';
import { channelOf, typeOf, type Draft } from './draft.ts';
import { fold } from '../../../contract/fold.ts';

interface Props {
  items: Mirrored<'menu_items'>[];
  categories: MenuCategory[];
  restaurant: Restaurant;
  now: number;
  draft: Draft;
  menu: ReadonlyMap<string, MenuDish>;
  onAdd: (item: MenuItem) => void;
  /** A dish outside its windows was tapped. */
  onOutside: (item: MenuItem, from: string | null) => void;
}

/** Large tiles: each tap adds one. A dish that cannot be had keeps its place and says why, and from when. */
export function Dishes({ items, categories, restaurant, now, draft, menu, onAdd, onOutside }: Props) {
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
  const at = draft.scheduledFor ?? new Date(now).toISOString();
  const absence = (item: MenuItem) => {
    const dish = menu.get(item.id);
    return dish ? absenceOf(dish, restaurant.timezone, at) : null;
  };
  const type = typeOf(draft);
  const channel = channelOf(draft);
  const elsewhere = (item: MenuItem) => {
    if (!isForType(item, type)) return `Not for ${typeTexts[type]}`;
    const book = menu.get(item.id)?.book;
    if (!book || isForChannel(book, channel)) return null;
    return channel === 'phone' ? 'Not sold by phone' : 'Not sold at the counter';
  };
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
          <nav className={`g-scroll-x g-flex g-gap-8 ${css.tabs}`} aria-label="Categories">
            {withItems.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                ref={id === category?.id ? intoView : undefined}
                className={classes(
                  'g-rigid g-strong g-ink g-surface g-round-10 g-outline g-pad-x-16',
                  css.tab,
                  id === category?.id && css.current,
                )}
                aria-current={id === category?.id ? 'page' : undefined}
                onClick={() => setAsked(id)}
              >
                {name}
              </button>
            ))}
          </nav>
        )}
      </div>
      <ul className={`g-grid g-gap-12 ${css.tiles}`}>
        {found.map((item) => (
          <Tile
            key={item.id}
            item={item}
            absence={absence(item)}
            elsewhere={elsewhere(item)}
            label={(until) => untilLabel(until, restaurant.timezone, now)}
            count={wanted.get(item.id) ?? 0}
            onAdd={() => {
              const missing = absence(item);
              if (missing) onOutside(item, missing.until);
              else onAdd(item);
              setTaken((last) => last + 1);
            }}
          />
        ))}
      </ul>
      {words && found.length === 0 && (
        <p className={`g-soft ${css.none}`}>
          No dish is called “{search.trim()}”. Add it to the order as a custom item.
        </p>
      )}
    </>
  );
}

interface TileProps {
  item: MenuItem;
  absence: Absence | null;
  /** Why it is not for this type of order, or not from there. */
  elsewhere: string | null;
  label: (until: string) => string;
  count: number;
  onAdd: () => void;
}

function Tile({ item, absence, elsewhere, label, count, onAdd }: TileProps) {
  return (
    <li>
      <button
        type="button"
        className={classes(
          'g-stack g-spread g-full g-gap-8 g-ink g-surface g-round-12',
          css.tile,
          elsewhere ? css.out : absence && (absence.why === 'outside_windows' ? css.later : css.out),
          count > 0 && css.has,
        )}
        disabled={elsewhere !== null || (absence !== null && absence.why !== 'outside_windows')}
        onClick={onAdd}
      >
        <span className={`g-break g-strong g-size-17 ${css.name}`}>
          {item.name}
          {item.min_age ? <span className="g-faint g-size-15 g-light"> {item.min_age}+</span> : null}
        </span>
        <span className={`g-flex g-wrap g-spread g-soft ${css.price}`}>
          {elsewhere ?? (absence ? absenceLabel(absence, label) : priceWords(item))}
          {count > 0 && (
            <b className="g-relative g-link">
              ×{count} <span className="g-hidden">in the order</span>
            </b>
          )}
        </span>
      </button>
    </li>
  );
}

/** "Sold out until 20:45", "Bread: sold out", "From 17:00". */
function absenceLabel({ why, of, until }: Absence, label: (until: string) => string): string {
  if (why === 'outside_windows') return until ? `From ${label(until)}` : 'Not served now';
  const words = why === 'sold_out' ? 'Sold out' : of ? `${of}: sold out` : 'All sizes sold out';
  return until ? `${words} until ${label(until)}` : words;
}

/** "£8.50", "From £8.50". */
function priceWords(item: MenuItem): string {
  const { price_amount, variants = [], currency } = item;
  if (hasOpenPrice(item)) return 'Any price';
  const prices = variants.map((one) => one.price_amount);
  const least = prices.length > 0 ? Math.min(...prices) : price_amount;
  return `${prices.some((price) => price !== least) ? 'From ' : ''}${money(least, currency)}`;
}

/** Lower case without accents: "jalapeno" finds "Jalapeño". */
