import { useId, useRef, type ReactNode } from 'react';
import { ArrowLeft20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import css from './SidePanel.module.css';
import { useFocusInside } from '../use-focus-inside.ts';

interface Props {
  title: string;
  /** One line under the title. */
  summary: string;
  onClose: () => void;
  /** Stays below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Covers the right-hand side of the page; on a phone the whole page. Esc and the backdrop close it. */
export function SidePanel({ title, summary, onClose, footer, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusInside(panel, onClose);
  return (
    <>
      <div className={`g-fixed ${css.veil}`} onClick={onClose} aria-hidden="true" />
      <div
        ref={panel}
        className={`g-stack g-ink g-fixed ${css.panel}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <div className={`g-bar g-rule-below g-tall-64 g-pad-8-24 ${css.head}`}>
          <button
            type="button"
            className={`g-icon g-square g-round-6 g-hover ${css.close} ${css.onPhone}`}
            aria-label="Back"
            onClick={onClose}
          >
            <ArrowLeft20Regular />
          </button>
          <div className="g-grow">
            <h2 className="g-text-20 g-heavy" id={titleId}>
              {title}
            </h2>
            <p className="g-soft">{summary}</p>
          </div>
          <button
            type="button"
            className={`g-icon g-square g-round-6 g-hover ${css.close} ${css.onDesk}`}
            aria-label="Close"
            onClick={onClose}
          >
            <Dismiss20Regular />
          </button>
        </div>
        <div className={`g-pane g-pad-12-24 ${css.body}`}>{children}</div>
        {footer && <div className={`g-bar g-soft g-rule-above ${css.foot}`}>{footer}</div>}
      </div>
    </>
  );
}
