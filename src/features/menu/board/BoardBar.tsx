import { CheckmarkCircle24Filled } from '@fluentui/react-icons';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { untilLabel } from '../../../lib/wall-clock.ts';
import { useShownFor } from '../../../ui/use-shown-for.ts';
import { absences, type AvailabilityChoice } from '../availability.ts';
import type { BoardTarget } from './board-targets.ts';
import css from './board.module.css';

/** The last change and the state before it. */
export interface LastChange {
  /** Epoch ms; identifies the tap. */
  at: number;
  targets: BoardTarget[];
  wish: AvailabilityChoice;
  before: { target: BoardTarget; wish: AvailabilityChoice }[];
}

interface Props {
  tapped: LastChange | null;
  restaurant: Restaurant;
  now: number;
  onWish: (targets: BoardTarget[], wish: AvailabilityChoice) => void;
  onClose: () => void;
}

const SHOWN_MS = 8_000;

/**
 * Shown after a tap: what changed, another duration, Undo. It stays while the pointer is on it. Always in the page, because it is a
 * live region.
 */
export function BoardBar({ tapped, ...props }: Props) {
  return (
    <div className={`g-rigid ${css.barPlace}`} aria-live="polite">
      {tapped && <Card key={tapped.at} tapped={tapped} {...props} />}
    </div>
  );
}

function Card({ tapped, restaurant, now, onWish, onClose }: Props & { tapped: LastChange }) {
  const held = useShownFor(SHOWN_MS, onClose);
  const undo = () => {
    for (const { target, wish } of tapped.before) target.set(wish);
    onClose();
  };
  return (
    <div className={`g-row g-wrap g-round-16 g-absolute g-shadow g-white ${css.bar}`} {...held}>
      <CheckmarkCircle24Filled className={css.tick} />
      <div className={css.words}>
        <p>{factOf(tapped, restaurant, now)}</p>
        <p>Your website shows this within a minute.</p>
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

/** The duration that was not chosen. */
function Other({
  tapped: { targets, wish },
  restaurant,
  now,
  onWish,
}: Pick<Props, 'restaurant' | 'now' | 'onWish'> & { tapped: LastChange }) {
  return absences(restaurant, now)
    .filter(([, other]) => other.status !== 'hidden' && other.until !== wish.until)
    .map(([words, other]) => (
      <button key={words} type="button" className={`g-white ${css.other}`} onClick={() => onWish(targets, other)}>
        {words}
      </button>
    ));
}

function factOf({ targets, wish }: LastChange, { timezone }: Restaurant, now: number): string {
  const [first] = targets;
  const who = targets.length === 1 ? `${first?.name ?? ''} is` : `${targets.length} items are`;
  if (wish.status === 'available') return `${who} available again`;
  return `${who} sold out${wish.until ? ` until ${untilLabel(wish.until, timezone, now)}` : ''}`;
}
