import { Button } from '@fluentui/react-components';
import { useId } from 'react';
import type { SignInProvider } from '../../../../contract/auth/sign-in-providers.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { Agreement } from '../form/Agreement.tsx';
import form from '../form/form.module.css';
import styles from './ProviderButtons.module.css';
import { FacebookMark, GoogleMark } from './ProviderMarks.tsx';
import { providerLabels } from './provider-labels.ts';
import { providerUrl } from './provider-url.ts';

interface ProviderButtonsProps {
  offered: SignInProvider[];
  /** The page of the app to return to. */
  next: string | undefined;
  /** They are below a form that already says when there is no network. */
  hasForm?: boolean;
  /** The form above already shows the agreement. */
  hasAgreement?: boolean;
}

const marks = { google: GoogleMark, facebook: FacebookMark };

/** Buttons for the providers. Each leads to the API, which redirects to the provider. */
export function ProviderButtons({ offered, next, hasForm = false, hasAgreement = false }: ProviderButtonsProps) {
  const why = whyNot('sign_in', useOnline());
  const whyId = useId();
  return (
    <div className={`g-stack g-gap-12 ${styles.providers}`}>
      {hasForm && <p className={`g-row g-gap-12 g-size-13 g-faint g-line-20 ${styles.or}`}>or</p>}
      <p id={whyId} className={hasForm ? 'g-hidden' : styles.why}>
        {why}
      </p>
      {offered.map((name) => {
        const Mark = marks[name];
        return (
          <Button
            key={name}
            icon={<Mark />}
            aria-describedby={whyId}
            disabledFocusable={why !== null}
            onClick={() => location.assign(providerUrl(name, next))}
          >
            Continue with {providerLabels[name]}
          </Button>
        );
      })}
      <p className={`g-text-13 g-faint ${form.small}`}>
        An account with the same e-mail address is connected; it may ask for its password once.
      </p>
      {!hasAgreement && <Agreement />}
    </div>
  );
}
