import {
  CloudArrowUp20Regular,
  CloudCheckmark20Regular,
  CloudOff20Regular,
  CloudSync20Regular,
  ErrorCircle20Regular,
} from '@fluentui/react-icons';
import { timeOf } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { classes } from '../../ui/classes.ts';
import { syncLabel, type SyncTone } from './sync-label.ts';
import styles from './SyncStatus.module.css';

const icons: Record<SyncTone, typeof CloudSync20Regular> = {
  saved: CloudCheckmark20Regular,
  waiting: CloudArrowUp20Regular,
  offline: CloudOff20Regular,
  attention: ErrorCircle20Regular,
  unknown: CloudSync20Regular,
};

const tones: Record<SyncTone, string | undefined> = {
  saved: styles.saved,
  waiting: styles.waiting,
  offline: styles.offline,
  attention: styles.attention,
  unknown: styles.unknown,
};

/**
 * Shows what is sent and what is not, and opens "Unsent changes". The only element with the role status: all other live regions use
 * aria-live, so that this one can be found by its role.
 */
export function SyncStatus({ onOpen }: { onOpen: () => void }) {
  const state = useSyncState();
  const restaurant = useRestaurant();
  const { tone, before, count, noun, after, more, at } = syncLabel(state);
  const Icon = state?.phase === 'pushing' && tone === 'waiting' ? CloudSync20Regular : icons[tone];
  return (
    <div role="status" className="g-flex g-rigid">
      <button
        type="button"
        className={classes('g-inline g-text-13 g-gap-6 g-nowrap', styles.button, tones[tone])}
        data-tone={tone}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <Icon aria-hidden="true" />
        <span>
          <span className={styles.words}>{before}</span>
          {count}
          <span className={styles.words} data-part="noun">
            {noun}
          </span>
          <span className={styles.words}>{after}</span>
          <span className={styles.words} data-part="more">
            {more}
          </span>
        </span>
        {at && restaurant && (
          // Not announced, because it changes with each pull.
          <span className={styles.time} aria-hidden="true">
            {` ${timeOf(at, restaurant.timezone)}`}
          </span>
        )}
      </button>
    </div>
  );
}
