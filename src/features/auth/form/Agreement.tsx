import { Link } from 'wouter';
import styles from './form.module.css';

/** Shown wherever an account is created: the terms of use depend on it. */
export function Agreement() {
  return (
    <p className={`g-text-13 g-faint ${styles.small}`}>
      By creating an account you agree to the <Link href="/terms-of-use">terms of use</Link>. The{' '}
      <Link href="/privacy-policy">privacy policy</Link> says what we keep.
    </p>
  );
}
