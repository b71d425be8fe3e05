import { Link } from 'wouter';
import { links } from '../../../links.ts';
import { AuthPage } from '../form/AuthPage.tsx';
import styles from '../form/form.module.css';
import { ProviderButtons } from './ProviderButtons.tsx';
import { offeredProviders } from './Providers.tsx';
import { setbackMessages } from './provider-labels.ts';
import { useNext } from '../use-next.ts';

/** A page for Google alone. It waits for a tap, so that people who return from Google with the back button stay here. */
export function GoogleLoginScreen() {
  const next = useNext();
  const isOffered = offeredProviders().includes('google');
  return (
    <AuthPage
      title="Sign in with Google"
      intro={isOffered ? 'Google asks who you are, then brings you back here.' : null}
    >
      {isOffered ? (
        <ProviderButtons offered={['google']} next={next} />
      ) : (
        <p className={styles.alone}>{setbackMessages('not_configured', 'google')}</p>
      )}
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={links.login(next)}>Sign in with your password</Link>
      </p>
    </AuthPage>
  );
}
