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
    <section className={css.section} aria-label={title}>
      <div className={css.head}>
        <h3 className={`${css.title} ${look}`}>
          {icon}
          <span>{title}</span>
          <small>{count}</small>
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
