import { Link } from 'wouter';
import styles from './form.module.css';

/** Stands wherever an account is created: the terms of use rest on it. */
export function Agreement() {
  return (
    <p className={styles.small}>
      By creating an account you agree to the <Link href="/terms-of-use">terms of use</Link>. The{' '}
      <Link href="/privacy-policy">privacy policy</Link> says what we keep.
    </p>
  );
}
