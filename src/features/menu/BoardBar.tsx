import { CheckmarkCircle24Filled } from '@fluentui/react-icons';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { useShownFor } from '../../ui/use-shown-for.ts';
import { inOneHour, setItem, type AvailabilityChoice } from './availability.ts';
import css from './board.module.css';

type Item = Mirrored<'menu_items'>;

/** The last tap, with what was before it. */
export interface LastChange {
  /** Epoch ms: tells one tap from the next. */
  at: number;
  items: Item[];
  wish: AvailabilityChoice;
  before: { item: Item; wish: AvailabilityChoice }[];
}

interface Props {
  tapped: LastChange | null;
  restaurant: Restaurant;
  now: number;
  onWish: (items: Item[], wish: AvailabilityChoice) => void;
  onClose: () => void;
}

const SHOWN_MS = 8_000;

/** After a tap: what was done, another duration, Undo. Stays while it is held, and stands from the start, since it speaks. */
export function BoardBar({ tapped, ...props }: Props) {
  return (
    <div className={css.barPlace} aria-live="polite">
      {tapped && <Card key={tapped.at} tapped={tapped} {...props} />}
    </div>
  );
}

function Card({ tapped, restaurant, now, onWish, onClose }: Props & { tapped: LastChange }) {
  const held = useShownFor(SHOWN_MS, onClose);
  const undo = () => {
    for (const { item, wish } of tapped.before) setItem(item, wish);
    onClose();
  };
  return (
    <div className={css.bar} {...held}>
      <CheckmarkCircle24Filled className={css.tick} />
      <div className={css.words}>
        <p>{factOf(tapped, restaurant, now)}</p>
        <p>The website and the chatbot follow as soon as this reaches them.</p>
      </div>
      {tapped.wish.status !== 'available' && (
        <Other tapped={tapped} restaurant={restaurant} now={now} onWish={onWish} />
      )}
      <button type="button" className={css.undo} onClick={undo}>
        Undo
      </button>
    </div>
  );
}

/** The duration that was not taken. */
function Other({
  tapped: { items, wish },
  restaurant,
  now,
  onWish,
}: Pick<Props, 'restaurant' | 'now' | 'onWish'> & { tapped: LastChange }) {
  const opening = nextOpening(restaurant.opening_hours, restaurant.timezone, new Date(now));
  const others: readonly (readonly [string, AvailabilityChoice])[] = [
    ['For 1 hour', inOneHour(now)],
    ...(opening
      ? [['Until next opening', { status: 'sold_out', until: opening, duration: 'next_opening' }] as const]
      : []),
    ['Until I turn it back on', { status: 'sold_out', until: null, duration: 'indefinite' }],
  ];
  return others
    .filter(([, other]) => other.until !== wish.until)
    .map(([words, other]) => (
      <button key={words} type="button" className={css.other} onClick={() => onWish(items, other)}>
        {words}
      </button>
    ));
}

function factOf({ items, wish }: LastChange, { timezone }: Restaurant, now: number): string {
  const [first] = items;
  const who = items.length === 1 ? `${first?.name ?? ''} is` : `${items.length} items are`;
  if (wish.status === 'available') return `${who} available again`;
  return `${who} sold out${wish.until ? ` until ${untilLabel(wish.until, timezone, now)}` : ''}`;
}
