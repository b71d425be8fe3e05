import { Button } from '@fluentui/react-components';
import { useId } from 'react';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { whyNot } from '../../api/online-reasons.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Agreement } from './Agreement.tsx';
import form from './form.module.css';
import styles from './ProviderButtons.module.css';
import { FacebookMark, GoogleMark } from './ProviderMarks.tsx';
import { providerLabels } from './provider-labels.ts';
import { providerUrl } from './provider-url.ts';

interface ProviderButtonsProps {
  offered: SignInProvider[];
  /** The page of the app to come back to. */
  next: string | undefined;
  /** They stand below a form, which says by itself that there is no network. */
  hasForm?: boolean;
  /** And that form says what whoever opens an account agrees to. */
  hasAgreement?: boolean;
}

const marks = { google: GoogleMark, facebook: FacebookMark };

/** Each goes to the API, which sends the browser on to the provider. */
export function ProviderButtons({ offered, next, hasForm = false, hasAgreement = false }: ProviderButtonsProps) {
  const why = whyNot('sign_in', useOnline());
  const whyId = useId();
  return (
    <div className={styles.providers}>
      {hasForm && <p className={styles.or}>or</p>}
      <p id={whyId} className={hasForm ? 'g-hidden' : styles.why}>
        {why}
      </p>
      {offered.map((name) => {
        const Mark = marks[name];
        return (
          <Button
            key={name}
            size="large"
            icon={<Mark />}
            aria-describedby={whyId}
            disabledFocusable={why !== null}
            onClick={() => location.assign(providerUrl(name, next))}
          >
            Continue with {providerLabels[name]}
          </Button>
        );
      })}
      <p className={form.small}>
        An account with the same e-mail address is connected; it may ask for its password once.
      </p>
      {!hasAgreement && <Agreement />}
    </div>
  );
}
