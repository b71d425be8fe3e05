import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Dismiss24Regular } from '@fluentui/react-icons';
import css from './EdgeDialog.module.css';

interface Props {
  title: string;
  /** What the cross says: "Close recall", or what it leaves as it is: "Keep #148". */
  closeWords: string;
  onClose: () => void;
  /** Given the way to close: whatever is chosen inside closes it. */
  children: (close: () => void) => ReactNode;
  className?: string | undefined;
}

/** A few choices at the right-hand edge, above everything, in the kitchen's size. Esc, the cross and a touch beside it close it. */
export function EdgeDialog({ title, closeWords, onClose, children, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    // The backdrop belongs to the dialog element itself.
    const closeOutside = ({ target }: MouseEvent) => target === element && element?.close();
    element?.addEventListener('click', closeOutside);
    element?.showModal();
    return () => element?.removeEventListener('click', closeOutside);
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <button type="button" aria-label={closeWords} onClick={close}>
          <Dismiss24Regular />
        </button>
      </header>
      <div className={className}>{children(close)}</div>
    </dialog>
  );
}
