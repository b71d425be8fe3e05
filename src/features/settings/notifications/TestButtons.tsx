import { useId, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { testNotification, type TestableMedium } from '../../../../contract/settings/notification-calls.ts';
import { useNotOffered } from '../../../api/use-offered.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useSession } from '../../../session/session.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { failureMessage, mediumLabels, testLabel, whatsappReason } from './labels.ts';
import css from './notifications.module.css';
import { sendTest } from './requests.ts';

const media = ['in_app', 'push', 'email', 'whatsapp'] as const satisfies TestableMedium[];

/** Sends a test by one medium and says what came of it. */
export function TestButtons() {
  const lacking = useNotOffered(testNotification);
  const why = whyNot('own_messages', useIsOnline()) ?? lacking;
  const email = useSession().user?.email ?? 'your address';
  const [isSending, setIsSending] = useState(false);
  const [told, setTold] = useState('');
  const whyId = useId();

  async function test(medium: TestableMedium) {
    setIsSending(true);
    setTold('');
    const result = await sendTest(medium);
    setIsSending(false);
    setTold(result.ok ? testLabel(result.data, email) : failureMessage(result));
  }

  return (
    <div className="g-stack g-gap-8">
      <div className="g-row g-wrap g-gap-8">
        {media.map((medium) => {
          const isClosed = isSending || why !== null || medium === 'whatsapp';
          return (
            <Button
              key={medium}
              size="large"
              className={css.button}
              aria-describedby={whyId}
              disabledFocusable={isClosed}
              onClick={() => !isClosed && void test(medium)}
            >
              {`Test: ${mediumLabels[medium]}`}
            </Button>
          );
        })}
      </div>
      <p id={whyId} className="g-size-13 g-soft" aria-live="polite">
        {why ?? (told === '' ? whatsappReason : told)}
      </p>
    </div>
  );
}
