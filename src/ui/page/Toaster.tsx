import { CheckmarkCircle20Filled, Dismiss20Regular, ErrorCircle20Filled } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { classes } from '../classes.ts';
import { useSolid } from '../use-solid.ts';
import { dismissToast, useToast, type Toast } from './toast.ts';
import { useShownFor } from '../use-shown-for.ts';
import styles from './Toaster.module.css';

const SHOWN_MS = 5_000;
/** For this long, ms, a tap goes through to what lies beneath: the finger was already on its way. */
const THROUGH_MS = 500;

/**
 * Shows toasts at the bottom, one at a time; `isRaised`: above a bar of the page. Always rendered, because a live region must exist
 * before it announces something.
 */
export function Toaster({ isRaised }: { isRaised: boolean }) {
  const toast = useToast();
  return (
    <div
      className={classes(styles.place, isRaised && styles.raised)}
      aria-live={toast?.isFault ? 'assertive' : 'polite'}
      aria-atomic="true"
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const isSolid = useSolid(THROUGH_MS);
  const { id, isFault = false, isRefused = false, undo } = toast;
  const dismiss = useCallback(() => dismissToast(id), [id]);
  const held = useShownFor(isFault ? null : SHOWN_MS, dismiss);
  return (
    <div
      className={classes('g-row g-gap-12 g-round-12 g-shadow g-white', styles.toast, !isSolid && styles.through)}
      {...held}
    >
      {isFault || isRefused ? (
        <ErrorCircle20Filled className={isFault ? styles.bad : styles.warn} />
      ) : (
        <CheckmarkCircle20Filled className={styles.ok} />
      )}
      <div className="g-fill g-narrow">
        <p className="g-text-14 g-strong">{toast.title}</p>
        {toast.detail && <p className={`g-text-13 ${styles.detail}`}>{toast.detail}</p>}
      </div>
      {undo && (
        <button
          type="button"
          className={`g-rigid g-strong g-size-13 g-round-6 g-pad-x-16 ${styles.undo}`}
          onClick={() => {
            dismiss();
            undo();
          }}
        >
          Undo
        </button>
      )}
      {!undo && (
        <button
          type="button"
          className={`g-center g-square g-rigid g-round-6 ${styles.close}`}
          aria-label="Dismiss"
          onClick={dismiss}
        >
          <Dismiss20Regular />
        </button>
      )}
    </div>
  );
}
