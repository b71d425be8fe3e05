import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { useUnsavedMutations } from '../../data/current.ts';
import type { UnsavedMutation } from '../../data/unsaved-mutations.ts';
import styles from './UnsavedMutationsNotice.module.css';
import { reloadIntoNewest } from '../pwa/update.ts';

const reasons: Record<UnsavedMutation['kind'], string> = {
  refused: 'It is not possible any more: the order or item has changed since.',
  outdated: 'This tab is older than what the device holds. Reload it, and what you tapped goes along.',
  full: 'The storage of this device is full. What you tapped stays in this tab and is stored as soon as there is room: free some space.',
  storage: 'The storage of this device does not answer. What you tapped stays in this tab, and we go on trying.',
  loading:
    'Everything is being loaded again. What you tapped is kept on this device, is stored right after that, and is then sent.',
  unkept:
    'What the server sends cannot be kept here until there is room. What waits to be sent is safe: free some space, and it goes on by itself.',
  stuck:
    'The storage does not answer, and we go on trying. What waits to be sent is safe. If this stays, close Galley and open it again.',
};

const failed = (n: number) => (n === 1 ? 'Your last tap was not kept.' : `${n} taps were not kept.`);
const waiting = (n: number) => (n === 1 ? 'Your last tap waits for a reload.' : `${n} taps wait for a reload.`);
const unstored = (n: number) => (n === 1 ? 'Your last tap is not stored yet.' : `${n} taps are not stored yet.`);

const titles: Record<UnsavedMutation['kind'], (n: number) => string> = {
  refused: failed,
  outdated: waiting,
  full: unstored,
  storage: unstored,
  loading: unstored,
  unkept: () => 'The storage of this device is full.',
  stuck: () => 'The storage of this device does not answer.',
};

const isTried = ({ kind }: UnsavedMutation) => kind !== 'refused' && kind !== 'outdated';
/** Whether it is only a notice, with nothing to give up. */
const isNotice = ({ kind }: UnsavedMutation) => !['outdated', 'full', 'storage', 'loading'].includes(kind);

/** Changes that could not be stored: they stay on the screen until they are stored or given up. */
export function UnsavedMutationsNotice() {
  const taps = useUnsavedMutations();
  // A person's change comes before a notice about the disk.
  const tap = taps.find((one) => !isNotice(one)) ?? taps[0];
  return (
    <div aria-live="assertive" className={`g-fixed ${styles.place}`}>
      {tap && (
        <div className={`g-row g-tone-bad g-wrap g-round-12 g-shadow g-pad-12-16 ${styles.notice}`}>
          <ErrorCircle20Filled className={styles.icon} aria-hidden="true" />
          <div className={styles.text}>
            <p className="g-strong">{titles[tap.kind](taps.filter(({ kind }) => kind === tap.kind).length)}</p>
            <p>{reasons[tap.kind]}</p>
          </div>
          {isTried(tap) && (
            <button type="button" className={`g-strong g-round-6 g-pad-x-14 ${styles.button}`} onClick={tap.retry}>
              Try again
            </button>
          )}
          {tap.kind === 'outdated' && (
            <button
              type="button"
              className={`g-strong g-round-6 g-pad-x-14 ${styles.button}`}
              onClick={reloadIntoNewest}
            >
              Reload
            </button>
          )}
          <button type="button" className={`g-strong g-round-6 g-pad-x-14 ${styles.button}`} onClick={tap.discard}>
            {isNotice(tap) ? 'Understood' : 'Give it up'}
          </button>
        </div>
      )}
    </div>
  );
}
