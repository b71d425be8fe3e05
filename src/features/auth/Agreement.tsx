import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './form.module.css';

/** Stands wherever an account is opened: the terms of use rest on it. */
export function Agreement({ children }: { children?: ReactNode }) {
  return (
    <p className={styles.small}>
      {children} By opening an account you agree to the <Link href="/terms-of-use">terms of use</Link>; the{' '}
      <Link href="/privacy-policy">privacy policy</Link> says what is kept.
    </p>
  );
}
