import type { ReactNode } from 'react';
import css from './NoticeCard.module.css';

interface NoticeCardProps {
  title: string;
  children: ReactNode;
  action?: { words: string; do: () => void } | undefined;
  /** Undefined: it goes by itself. */
  onClose?: (() => void) | undefined;
  closeWords?: string;
}

/** A card over the page's lower corner: it moves nothing under a finger. */
export function NoticeCard({ title, children, action, onClose, closeWords = 'Understood' }: NoticeCardProps) {
  return (
    <section className={css.card} aria-label={title} aria-live="polite">
      <h2 className={css.title}>{title}</h2>
      <p>{children}</p>
      {(action || onClose) && (
        <div className={css.actions}>
          {onClose && (
            <button type="button" className={css.button} onClick={onClose}>
              {closeWords}
            </button>
          )}
          {action && (
            <button type="button" className={css.primary} onClick={action.do}>
              {action.words}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
