import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Mark } from '../../ui/Mark.tsx';
import { arrivedByNavigation } from '../../ui/navigation.ts';
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
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Link href="/" className={styles.brand}>
            <Mark size={36} />
            Galley
          </Link>
        </header>
        <main className={styles.main}>
          {above}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {intro && <p className={styles.intro}>{intro}</p>}
          {children}
        </main>
        <footer className={styles.footer}>
          <Link href="/terms-of-use">Terms of use</Link>
          <Link href="/privacy-policy">Privacy policy</Link>
          <Link href="/contact-us">Contact us</Link>
        </footer>
      </div>
      <ProductPromise />
    </div>
  );
}
