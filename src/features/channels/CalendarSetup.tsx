import { Button } from '@fluentui/react-components';
import { useLocation } from 'wouter';
import { calendarCallback } from '../../../contract/channels/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { links } from '../../links.ts';
import css from './channels.module.css';
import { whyFailed } from './labels.ts';
import { readConsentUrl } from './requests.ts';

/** Leads to Google's consent page, which returns to the callback screen. */
export function CalendarSetup() {
  const { run, isBlocked, why, fault, stateId } = useAction(calendarCallback, whyFailed);
  const [, navigate] = useLocation();

  async function connect() {
    const result = await run(readConsentUrl);
    if (result?.ok) window.location.assign(result.data.url);
  }

  return (
    <div className={`g-stack g-gap-16 g-max-480 ${css.form}`}>
      <p>
        Galley writes confirmed reservations into your main calendar. It changes and deletes its own entries only. While
        it has another entry that counts as busy, guests cannot book a table; you can. Galley looks every five minutes.
      </p>
      <p>Google asks you to allow this. You can take it back at any time, here or in your Google account.</p>
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={stateId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div className="g-flex g-wrap g-gap-12">
        <Button
          appearance="primary"
          aria-describedby={stateId}
          disabledFocusable={isBlocked}
          onClick={() => void connect()}
        >
          Continue to Google
        </Button>
        <Button onClick={() => navigate(links.channels())}>Cancel</Button>
      </div>
    </div>
  );
}
