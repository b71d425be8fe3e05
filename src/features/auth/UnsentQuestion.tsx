import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { leaveAfterSending, leaveDiscarding, leaveKeeping, type Leave } from '../../session/leave.ts';
import { FormNotice } from './FormNotice.tsx';
import styles from './UnsentQuestion.module.css';
import { useOnline } from './use-online.ts';

interface UnsentQuestionProps {
  n: number;
  onLeft: () => void;
  onStay: () => void;
}

/** No path of logging out loses a change without this question. */
export function UnsentQuestion({ n, onLeft, onStay }: UnsentQuestionProps) {
  const isOnline = useOnline();
  const [left, setLeft] = useState(n);
  const [isBusy, setIsBusy] = useState(false);
  const [isStuck, setIsStuck] = useState(false);
  const changes = left === 1 ? '1 change' : `${left} changes`;

  async function go(way: () => Promise<Leave>) {
    setIsBusy(true);
    const outcome = await way();
    if (outcome.kind === 'left') return onLeft();
    setIsBusy(false);
    setLeft(outcome.n);
    setIsStuck(true);
  }

  return (
    <div className={styles.question} role="group" aria-label="Unsent changes">
      <p className={styles.fact}>{left === 1 ? '1 change is not sent.' : `${changes} are not sent.`}</p>
      <p>Send now, keep on this device, or discard?</p>
      <FormNotice kind="warn">
        {isStuck
          ? 'Not everything could be sent. What is left is still kept on this device.'
          : isOnline
            ? null
            : 'Sending needs a network.'}
      </FormNotice>
      <Button
        appearance="primary"
        size="large"
        disabledFocusable={isBusy || !isOnline}
        onClick={() => void go(leaveAfterSending)}
      >
        Send now, then log out
      </Button>
      <Button size="large" disabledFocusable={isBusy} onClick={() => void go(leaveKeeping)}>
        Keep on this device and log out
      </Button>
      <p className={styles.small}>They go on when you sign in here again. Nobody else sees them.</p>
      <Button
        size="large"
        className={styles.discard}
        disabledFocusable={isBusy}
        onClick={() => void go(leaveDiscarding)}
      >
        Discard {changes} and log out
      </Button>
      <Button appearance="transparent" disabledFocusable={isBusy} onClick={onStay}>
        Stay signed in
      </Button>
    </div>
  );
}
