import { useEffect, useId, useState, type ReactNode } from 'react';
import { Dismiss24Regular } from '@fluentui/react-icons';
import css from './EdgeDialog.module.css';

interface Props {
  title: string;
  /** The label of the cross: "Close recall", or what stays as it is: "Keep #148". */
  closeWords: string;
  onClose: () => void;
  /** Receives the function that closes it; every choice inside calls it. */
  children: (close: () => void) => ReactNode;
  className?: string | undefined;
}

/** A few choices at the right-hand edge, above everything, sized for the kitchen. Esc, the cross and a tap outside close it. */
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
    <dialog
      ref={setDialog}
      className={`g-ink g-scroll-y g-fixed ${css.dialog}`}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          className="g-center g-square g-rigid g-round-10 g-hover"
          aria-label={closeWords}
          onClick={close}
        >
          <Dismiss24Regular />
        </button>
      </header>
      <div className={className}>{children(close)}</div>
    </dialog>
  );
}
