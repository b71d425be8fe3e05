import { useEffect, useRef, type ReactNode } from 'react';
import { arrivedByNavigation } from './navigation.ts';
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
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </main>
    </OutsidePage>
  );
}
