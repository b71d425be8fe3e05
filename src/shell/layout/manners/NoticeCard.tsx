import type { ReactNode } from 'react';
import css from './NoticeCard.module.css';

interface NoticeCardProps {
  title: string;
  children: ReactNode;
  action?: { words: string; do: () => void } | undefined;
  /** Undefined: it closes by itself. */
  onClose?: (() => void) | undefined;
  closeWords?: string;
}

/** A card at the foot of the page, in its own space: it covers no button, and the page above does not move. */
export function NoticeCard({ title, children, action, onClose, closeWords = 'Understood' }: NoticeCardProps) {
  return (
    <section
      className={`g-row g-ink g-surface-2 g-rule-above g-pad-12-24 ${css.card}`}
      aria-label={title}
      aria-live="polite"
    >
      <div className={css.words}>
        <h2 className="g-text-16 g-strong">{title}</h2>
        <p>{children}</p>
      </div>
      {(action || onClose) && (
        <div className="g-flex g-rigid g-push g-gap-8">
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
