import { useId, useRef, type ReactNode } from 'react';
import { ArrowLeft20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import css from './SidePanel.module.css';
import { useFocusInside } from './use-focus-inside.ts';

interface Props {
  title: string;
  /** One line under the title. */
  summary: string;
  onClose: () => void;
  /** Stays under the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Lies over the work, at its right-hand edge; on a phone it is the whole page. Esc and the veil close it. */
export function SidePanel({ title, summary, onClose, footer, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusInside(panel, onClose);
  return (
    <>
      <div className={css.veil} onClick={onClose} aria-hidden="true" />
      <div ref={panel} className={css.panel} role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <div className={css.head}>
          <button type="button" className={`${css.close} ${css.onPhone}`} aria-label="Back" onClick={onClose}>
            <ArrowLeft20Regular />
          </button>
          <div>
            <h2 id={titleId}>{title}</h2>
            <p>{summary}</p>
          </div>
          <button type="button" className={`${css.close} ${css.onDesk}`} aria-label="Close" onClick={onClose}>
            <Dismiss20Regular />
          </button>
        </div>
        <div className={css.body}>{children}</div>
        {footer && <div className={css.foot}>{footer}</div>}
      </div>
    </>
  );
}
