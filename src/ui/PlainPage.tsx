import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Mark } from './Mark.tsx';
import { arrivedByNavigation } from './navigation.ts';
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
    <div className={styles.page}>
      <header>
        <Link href="/" className={styles.brand}>
          <Mark size={36} />
          Galley
        </Link>
      </header>
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
