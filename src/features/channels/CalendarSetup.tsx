import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { whyNot } from '../../api/online-reasons.ts';
import { links } from '../../links.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import css from './channels.module.css';
import { failureMessage } from './labels.ts';
import { readConsentUrl } from './requests.ts';

/** Leads to Google's consent page, which returns to the callback screen. */
export function CalendarSetup() {
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const [, navigate] = useLocation();
  const why = whyNot('provider_setup', useIsOnline());
  const whyId = useId();

  async function connect() {
    setIsSending(true);
    setFault('');
    const result = await readConsentUrl();
    if (result.ok) return window.location.assign(result.data.url);
    setIsSending(false);
    setFault(
      result.error.code === 'google_not_configured'
        ? 'Whoever runs this server has not set up Google yet (GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET).'
        : failureMessage(result),
    );
  }

  return (
    <div className={`g-stack g-gap-16 g-max-480 ${css.form}`}>
      <p>
        Galley writes confirmed reservations into your main calendar. It changes and deletes its own entries only. Other
        entries do not close booking times.
      </p>
      <p>Google asks you to allow this. You can take it back at any time, here or in your Google account.</p>
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={whyId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className={`g-flex g-wrap g-gap-12 ${css.buttons}`}>
        <Button
          size="large"
          appearance="primary"
          aria-describedby={whyId}
          disabledFocusable={isSending || why !== null}
          onClick={() => void connect()}
        >
          Continue to Google
        </Button>
        <Button size="large" onClick={() => navigate(links.channels())}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
