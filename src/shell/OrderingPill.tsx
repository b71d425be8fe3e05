import { ChevronDown16Regular } from '@fluentui/react-icons';
import { useRestaurant } from '../session/use-restaurant.ts';
import { classes } from '../ui/classes.ts';
import { useMinute } from '../ui/use-minute.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './OrderingPill.module.css';

/** What a phone's header has room for. */
const shortWords: Record<string, string> = { open: 'Open', closed: 'Closed' };

/** Does the restaurant take orders at this minute? A button on every page, with its word, that opens "Taking orders". */
export function OrderingPill({ onOpen }: { onOpen: () => void }) {
  const restaurant = useRestaurant();
  const now = useMinute();
  if (!restaurant) return null;
  const { tone, words, until } = orderingLabel(restaurant, now);
  const short = shortWords[tone];
  return (
    <button
      type="button"
      className={classes(styles.pill, styles[tone])}
      data-ordering={tone}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className={classes(styles.words, short && styles.long)}>
        {words}
        {until && <span className={styles.until}>{until}</span>}
      </span>
      {short && <span className={styles.short}>{short}</span>}
      <ChevronDown16Regular className={styles.opens} aria-hidden="true" />
    </button>
  );
}
