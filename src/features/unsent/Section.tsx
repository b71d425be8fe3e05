import type { ReactNode } from 'react';
import css from './unsent.module.css';

interface Props {
  title: string;
  count: ReactNode;
  icon: ReactNode;
  look: string | undefined;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, count, icon, look, action, children }: Props) {
  return (
    <section className="g-above-12" aria-label={title}>
      <div className="g-row g-spread g-gap-12">
        <h3 className={`g-row g-gap-8 g-strong g-size-14 g-tall-28 ${css.title} ${look}`}>
          {icon}
          <span className="g-ink">{title}</span>
          <small className="g-size-12 g-soft g-surface-3 g-round-10 g-line-20 g-pad-0-6">{count}</small>
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
