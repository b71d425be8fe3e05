import { useRestaurant } from '../session/use-restaurant.ts';
import { classes } from '../ui/classes.ts';
import { useMinute } from '../ui/use-minute.ts';
import { orderingWords } from './ordering-words.ts';
import styles from './OrderingPill.module.css';

/** Does the restaurant take orders at this minute? Stands on every page, and opens "Taking orders". */
export function OrderingPill({ onOpen }: { onOpen: () => void }) {
  const restaurant = useRestaurant();
  const now = useMinute();
  if (!restaurant) return null;
  const { tone, words } = orderingWords(restaurant, now);
  return (
    <button
      type="button"
      className={classes(styles.pill, styles[tone])}
      data-ordering={tone}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles.track} aria-hidden="true" />
      <span className={styles.words}>{words}</span>
    </button>
  );
}
