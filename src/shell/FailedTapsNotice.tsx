import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { useFailedTaps } from '../data/current.ts';
import type { FailedTap } from '../data/failed-taps.ts';
import styles from './FailedTapsNotice.module.css';

const reasons: Record<FailedTap['kind'], string> = {
  refused: 'It is not possible any more: the order or item has changed since.',
  outdated: 'A newer version of Galley has taken over in another tab. Reload this one, then do it again.',
  storage: 'This device refused to store it. Is its disk full?',
};

/** Taps that could not be kept: they stay on the screen until they are tried again or given up. */
export function FailedTapsNotice() {
  const taps = useFailedTaps();
  const tap = taps[0];
  return (
    <div aria-live="assertive" className={styles.place}>
      {tap && (
        <div className={styles.notice}>
          <ErrorCircle20Filled className={styles.icon} aria-hidden="true" />
          <div className={styles.text}>
            <p className={styles.title}>
              {taps.length === 1 ? 'Your last tap was not kept.' : `${taps.length} taps were not kept.`}
            </p>
            <p>{reasons[tap.kind]}</p>
          </div>
          {tap.kind === 'storage' && (
            <button type="button" className={styles.button} onClick={tap.retry}>
              Try again
            </button>
          )}
          {tap.kind === 'outdated' && (
            <button type="button" className={styles.button} onClick={() => location.reload()}>
              Reload
            </button>
          )}
          <button type="button" className={styles.button} onClick={tap.discard}>
            Understood
          </button>
        </div>
      )}
    </div>
  );
}
