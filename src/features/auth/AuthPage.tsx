import { useEffect, useRef, type ReactNode } from 'react';
import { arrivedByNavigation } from '../../ui/navigation.ts';
import { OutsidePage } from '../../ui/OutsidePage.tsx';
import { useTitle } from '../../ui/title.ts';
import styles from './AuthPage.module.css';
import { ProductPromise } from './ProductPromise.tsx';

interface AuthPageProps {
  title: string;
  /** Above the heading: a picture or the progress. */
  above?: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}

/** One column of 400 px with the form; beside it, where there is room, what the product promises. */
export function AuthPage({ title, above, intro, children }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    // A form that takes the focus itself keeps it.
    if (arrivedByNavigation() && !document.activeElement?.matches('input'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <OutsidePage beside={<ProductPromise />}>
      <main className={styles.main}>
        {above}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {intro && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </OutsidePage>
  );
}
