import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';
import { Mark } from './Mark.tsx';
import styles from './OutsidePage.module.css';

/** What every page outside the app has: the mark, its one column, and the small print; `beside` stands next to them. */
export function OutsidePage({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={classes(styles.side, beside !== undefined && styles.half)}>
        <header>
          <Link href="/" className={styles.brand}>
            <Mark size={36} />
            Galley
          </Link>
        </header>
        {children}
        <footer className={styles.footer}>
          <Link href="/terms-of-use">Terms of use</Link>
          <Link href="/privacy-policy">Privacy policy</Link>
          <Link href="/contact-us">Contact us</Link>
        </footer>
      </div>
      {beside}
    </div>
  );
}
