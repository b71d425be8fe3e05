import { ChevronDown16Regular } from '@fluentui/react-icons';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { classes } from '../../ui/classes.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './OrderingPill.module.css';
import { useMay } from '../../session/use-may.ts';

/** Texts that fit into a phone's header. */
const shortWords: Record<string, string> = { open: 'Orders on', closed: 'Orders off' };

const tones = { open: null, closed: styles.closed, rush: styles.rush, paused: styles.paused };

/** Whether the restaurant takes orders now: a button on every page that opens "Taking orders". */
export function OrderingPill({ onOpen }: { onOpen: () => void }) {
  const restaurant = useRestaurant();
  const now = useMinute();
  const mayPause = useMay('orders.pause');
  if (!restaurant) return null;
  const { tone, words, until } = orderingLabel(restaurant, now);
  const short = shortWords[tone];
  return (
    <button
      type="button"
      className={classes('g-inline g-text-13 g-rigid g-relative g-gap-8 g-nowrap g-strong', styles.pill, tones[tone])}
      data-ordering={tone}
      aria-haspopup="dialog"
      // The state is for everybody, the panel for whoever may change it.
      disabled={!mayPause}
      onClick={onOpen}
    >
      <span className={`g-rigid g-circle ${styles.dot}`} aria-hidden="true" />
      <span className={classes('g-clip', styles.words, short && styles.long)}>
        {words}
        {until && <span className={styles.until}>{until}</span>}
      </span>
      {short && <span className={styles.short}>{short}</span>}
      {mayPause && <ChevronDown16Regular className={styles.opens} aria-hidden="true" />}
    </button>
  );
}
