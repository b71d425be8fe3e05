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

/** A card at the page's foot, with room of its own: it covers no button, and the page above it stays where it is. */
export function NoticeCard({ title, children, action, onClose, closeWords = 'Understood' }: NoticeCardProps) {
  return (
    <section className={css.card} aria-label={title} aria-live="polite">
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        <p>{children}</p>
      </div>
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
