import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../classes.ts';
import { Mark } from '../Mark.tsx';
import styles from './OutsidePage.module.css';

/** The layout of every page outside the app: logo, one column and small print; `beside` is next to the column. */
export function OutsidePage({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={`g-flex g-surface ${styles.page}`}>
      <div className={classes('g-flex g-narrow', styles.side, beside !== undefined && styles.half)}>
        <header>
          <Link href="/" className={`g-inline g-text-20 g-gap-12 g-bold g-ink ${styles.brand}`}>
            <Mark size={36} />
            Galley
          </Link>
        </header>
        {children}
        <footer className={`g-text-13 g-flex g-wrap ${styles.footer}`}>
          <Link href="/terms-of-use">Terms of use</Link>
          <Link href="/privacy-policy">Privacy policy</Link>
          <Link href="/contact-us">Contact us</Link>
        </footer>
      </div>
      {beside}
    </div>
  );
}
