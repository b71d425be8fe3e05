import { useEffect, useRef, type ReactNode } from 'react';
import { arrivedByNavigation } from '../../../ui/navigation.ts';
import { OutsidePage } from '../../../ui/page/OutsidePage.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import styles from './AuthPage.module.css';
import { ProductPromise } from './ProductPromise.tsx';

interface AuthPageProps {
  title: string;
  /** Content above the heading: a picture or the progress. */
  above?: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}

/** A column of 400 px with the form. Where there is room, the product's promise is beside it. */
export function AuthPage({ title, above, intro, children }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    // A field that took the focus itself keeps it.
    if (arrivedByNavigation() && !document.activeElement?.matches('input'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <OutsidePage beside={<ProductPromise />}>
      <main className={`g-flex g-middle g-full g-size-15 ${styles.main}`}>
        {above}
        <h1 ref={heading} tabIndex={-1} className="g-tight-32 g-heavy">
          {title}
        </h1>
        {intro && <p className={`g-size-16 g-soft g-line-24 ${styles.intro}`}>{intro}</p>}
        {children}
      </main>
    </OutsidePage>
  );
}
