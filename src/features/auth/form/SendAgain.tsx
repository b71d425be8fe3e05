import { Button } from '@fluentui/react-components';
import { Timer20Regular } from '@fluentui/react-icons';
import { useId } from 'react';
import { whyNot } from '../../../api/online-reasons.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { Countdown } from './Countdown.tsx';
import { FormNotice } from './FormNotice.tsx';
import type { CodeRequest } from './use-code-request.ts';
import own from '../VerifyScreen.module.css';

/** Sends another code once the previous one has had time to arrive. It stays one button, so that it keeps the focus. */
export function SendAgain({ request }: { request: CodeRequest }) {
  const { isSent, isSending, left, notice, send } = request;
  const why = whyNot('sign_in', useOnline());
  const whyId = useId();
  return (
    <>
      <FormNotice kind={notice?.kind ?? 'calm'}>{notice?.words}</FormNotice>
      {/* Visible in the form above. */}
      <p id={whyId} className="g-hidden">
        {why}
      </p>
      <Button
        appearance="transparent"
        icon={left > 0 ? <Timer20Regular aria-hidden="true" /> : undefined}
        {...(left > 0 && { className: own.wait })}
        aria-describedby={whyId}
        disabledFocusable={why !== null || isSending || left > 0}
        onClick={() => void send()}
      >
        {left > 0 ? (
          <span>
            Send a new code in <Countdown left={left} />
          </span>
        ) : isSent ? (
          'Send a new code'
        ) : (
          'Send a code'
        )}
      </Button>
    </>
  );
}
