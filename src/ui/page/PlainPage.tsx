import { useEffect, useRef, type ReactNode } from 'react';
import { arrivedByNavigation } from '../navigation.ts';
import { OutsidePage } from './OutsidePage.tsx';
import styles from './PlainPage.module.css';
import { useTitle } from './title.ts';

/** A page outside the app with a heading and a few sentences. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    if (arrivedByNavigation()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <OutsidePage>
      <main className={`g-flex g-middle g-full g-gap-12 g-size-16 g-soft g-line-24 g-max-480 ${styles.main}`}>
        <h1 ref={heading} tabIndex={-1} className="g-tight-32 g-heavy g-ink">
          {title}
        </h1>
        {children}
      </main>
    </OutsidePage>
  );
}
