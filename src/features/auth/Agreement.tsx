import { Link } from 'wouter';
import styles from './form.module.css';

/** Stands wherever an account is opened: the terms of use rest on it. */
export function Agreement() {
  return (
    <p className={styles.small}>
      By opening an account you agree to the <Link href="/terms-of-use">terms of use</Link>. What we keep stands in the{' '}
      <Link href="/privacy-policy">privacy policy</Link>.
    </p>
  );
}
