import type { ReactNode } from 'react';
import css from './unsent.module.css';

interface Props {
  title: string;
  count: ReactNode;
  icon: ReactNode;
  look: string | undefined;
  children: ReactNode;
}

export function Section({ title, count, icon, look, children }: Props) {
  return (
    <section className={css.section} aria-label={title}>
      <h3 className={`${css.title} ${look}`}>
        {icon}
        <span>{title}</span>
        <small>{count}</small>
      </h3>
      {children}
    </section>
  );
}
