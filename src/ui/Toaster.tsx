import { CheckmarkCircle20Filled, Dismiss20Regular, ErrorCircle20Filled } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { classes } from './classes.ts';
import { useSolid } from './use-solid.ts';
import { dismissToast, useToast, type Toast } from './toast.ts';
import { useShownFor } from './use-shown-for.ts';
import styles from './Toaster.module.css';

const SHOWN_MS = 5_000;
/** A finger on its way to what lies beneath still reaches it. */
const THROUGH_MS = 500;

/** The place of toasts: bottom, one at a time; `isRaised` above a bar that the page has there. Stands empty from the start, because a live region must exist before it speaks. */
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
  const { id, isFault = false, undo } = toast;
  const dismiss = useCallback(() => dismissToast(id), [id]);
  const held = useShownFor(isFault ? null : SHOWN_MS, dismiss);
  return (
    <div className={classes(styles.toast, isFault && styles.fault, !isSolid && styles.through)} {...held}>
      {isFault ? <ErrorCircle20Filled className={styles.bad} /> : <CheckmarkCircle20Filled className={styles.ok} />}
      <div className={styles.text}>
        <p className={styles.title}>{toast.title}</p>
        {toast.detail && <p className={styles.detail}>{toast.detail}</p>}
      </div>
      {undo && (
        <button
          type="button"
          className={styles.undo}
          onClick={() => {
            dismiss();
            undo();
          }}
        >
          Undo
        </button>
      )}
      {!undo && (
        <button type="button" className={styles.close} aria-label="Dismiss" onClick={dismiss}>
          <Dismiss20Regular />
        </button>
      )}
    </div>
  );
}
