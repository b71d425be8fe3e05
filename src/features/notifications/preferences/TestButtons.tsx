import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import {
  testableMedia,
  testNotification,
  type TestableMedium,
} from '../../../../contract/settings/notification-calls.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSession } from '../../../session/session.ts';
import { mediumLabels, testLabel } from './labels.ts';
import css from './notifications.module.css';
import { sendTest } from './requests.ts';

/** Sends a test by one medium and says what came of it. */
export function TestButtons() {
  const { run, isBlocked, why, fault, stateId } = useAction(testNotification);
  const email = useSession().user?.email ?? 'your address';
  const [told, setTold] = useState('');

  async function test(medium: TestableMedium) {
    setTold('');
    const result = await run(() => sendTest(medium));
    if (result?.ok) setTold(testLabel(result.data, email));
  }

  return (
    <div className="g-stack g-gap-8">
      <div className="g-row g-wrap g-gap-8">
        {testableMedia.map((medium) => (
          <Button
            key={medium}
            className={css.button}
            aria-describedby={stateId}
            disabledFocusable={isBlocked}
            onClick={() => !isBlocked && void test(medium)}
          >
            {`Test: ${mediumLabels[medium]}`}
          </Button>
        ))}
      </div>
      <p id={stateId} className="g-size-13 g-soft" aria-live="polite">
        {why ?? (fault || told)}
      </p>
    </div>
  );
}
