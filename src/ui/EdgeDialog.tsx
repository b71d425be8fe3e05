import { useEffect, useId, useState, type ReactNode } from 'react';
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
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const titleId = useId();
  useEffect(() => {
    // The backdrop belongs to the dialog element itself.
    const closeOutside = ({ target }: MouseEvent) => target === dialog && dialog?.close();
    dialog?.addEventListener('click', closeOutside);
    dialog?.showModal();
    return () => dialog?.removeEventListener('click', closeOutside);
  }, [dialog]);
  const close = () => dialog?.close();
  return (
    <dialog ref={setDialog} className={css.dialog} aria-labelledby={titleId} onClose={onClose}>
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
