import { closesAt, isOpen, nextOpening } from '../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { shortUntil, timeOf } from '../lib/wall-clock.ts';
import { useRestaurant } from '../session/use-restaurant.ts';
import { classes } from '../ui/classes.ts';
import { Mark } from '../ui/Mark.tsx';
import { useMinute } from '../ui/use-minute.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './RestaurantHead.module.css';

/** The restaurant's name and whether it is open at this minute of its own wall clock. */
export function RestaurantHead() {
  const restaurant = useRestaurant();
  const now = useMinute();
  if (!restaurant) return null;
  const { isOpenNow, words } = openingWords(restaurant, now);
  return (
    <div className={styles.head}>
      <Mark size={32} />
      <div className={styles.texts}>
        <p className={styles.name}>{restaurant.name}</p>
        {words && (
          <p className={styles.state}>
            <span className={classes(styles.dot, isOpenNow && styles.open)} aria-hidden="true" />
            <span className={styles.words}>{words}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function openingWords(restaurant: Restaurant, now: number): { isOpenNow: boolean; words: string | null } {
  const { opening_hours: hours, timezone } = restaurant;
  const { tone, words } = orderingLabel(restaurant, now);
  if (tone === 'paused') return { isOpenNow: false, words };
  // No hours were entered yet: nothing true can be said.
  if (hours.days.length === 0) return { isOpenNow: false, words: null };
  const at = new Date(now);
  if (isOpen(hours, timezone, at)) {
    const end = closesAt(hours, timezone, at);
    return { isOpenNow: true, words: end ? `Open until ${timeOf(end, timezone)}` : 'Open' };
  }
  const next = nextOpening(hours, timezone, at);
  return { isOpenNow: false, words: next ? `Opens ${shortUntil(next, timezone, now)}` : 'Closed' };
}
