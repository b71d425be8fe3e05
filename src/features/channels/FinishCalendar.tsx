import { useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { Link, useLocation } from 'wouter';
import { calendarCallback } from '../../../contract/channels/calls.ts';
import { failureText } from '../../api/failure-text.ts';
import type { Failure } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { links } from '../../links.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { showToast } from '../../ui/page/toast.ts';
import css from './channels.module.css';
import { whyFailed } from './labels.ts';
import { finishCalendar } from './requests.ts';

/** Finishes by itself when the page opens. The button is for a network that was away; a code works once. */
export function FinishCalendar({ state, code }: { state: string; code: string }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { run, isSending, isBlocked, why, fault, stateId } = useAction(calendarCallback, whyFailed);
  const [, navigate] = useLocation();
  const hasStarted = useRef(false);

  async function finish() {
    const result = await run(() => finishCalendar({ state, code }));
    if (!result) return;
    if (!result.ok) return setFailure(result);
    showToast({ title: 'Google Calendar is connected', detail: result.data.account_email ?? '' });
    navigate(links.channels(), { replace: true });
  }

  useEffect(() => {
    if (why !== null || hasStarted.current) return;
    hasStarted.current = true;
    void finish();
  });

  if (failure && !mayRepeat(failure)) {
    const { title, text } = messageOf(failure);
    return (
      <EmptyState
        icon={<PlugDisconnected20Regular />}
        tone="bad"
        title={title}
        actions={
          <>
            <Link href={links.channels()}>Go to the channels</Link>
            <Link href={links.channel('google-calendar')}>Connect again</Link>
          </>
        }
      >
        {text}
      </EmptyState>
    );
  }
  return (
    <div className={`g-stack g-gap-16 g-max-480 ${css.form}`}>
      <p>{isSending ? 'Connecting your calendar…' : 'Google gave access. One step is left.'}</p>
      <p className={css.fault} aria-live="assertive">
        {fault}
      </p>
      <p id={stateId} className={css.why} aria-live="polite">
        {why}
      </p>
      <div>
        <Button
          appearance="primary"
          aria-describedby={stateId}
          disabledFocusable={isBlocked}
          onClick={() => void finish()}
        >
          Finish connecting
        </Button>
      </div>
    </div>
  );
}

const mayRepeat = ({ kind, error }: Failure) => kind === 'offline' || error.code === 'provider_unavailable';

function messageOf(failure: Failure): { title: string; text: string } {
  const { code } = failure.error;
  if (code === 'link_invalid')
    return {
      title: 'This request has expired',
      text: 'It was made more than ten minutes ago, on another device, or it was used already. Connect again.',
    };
  if (code === 'calendar_linked')
    return {
      title: 'A calendar is connected already',
      text: 'Remove it under Channels first if you want to use another account.',
    };
  if (code === 'access_denied')
    return { title: 'Google did not give access', text: 'Allow access to the calendar when Google asks for it.' };
  return { title: 'The calendar is not connected', text: failureText(failure, whyFailed) };
}
