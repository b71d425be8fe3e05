import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useUploads } from '../../files/use-uploads.ts';
import { useOnline } from '../../lib/use-online.ts';
import { leaveAfterSending, leaveDiscarding, leaveKeeping, type Leave } from '../../session/leave.ts';
import { FormNotice } from './form/FormNotice.tsx';
import styles from './UnsentQuestion.module.css';

type Unsent = Extract<Leave, { kind: 'unsent' }>;

interface UnsentQuestionProps {
  unsent: Unsent;
  onLeft: () => void;
  onStay: () => void;
}

/** Asked on every way of logging out that would lose a change. */
export function UnsentQuestion({ unsent, onLeft, onStay }: UnsentQuestionProps) {
  const isOnline = useOnline();
  useUploads();
  const [left, setLeft] = useState(unsent);
  const [isBusy, setIsBusy] = useState(false);
  const [isStuck, setIsStuck] = useState(false);

  async function go(way: () => Promise<Leave>) {
    setIsBusy(true);
    const outcome = await way();
    if (outcome.kind === 'left') return onLeft();
    setIsBusy(false);
    setLeft(outcome);
    setIsStuck(true);
  }

  return (
    <div className={`g-stack g-gap-12 ${styles.question}`} role="group" aria-label="Unsent changes">
      {left.n > 0 && (
        <p className="g-strong g-ink">
          {changes(left.n)} {left.n === 1 ? 'is' : 'are'} not sent.
        </p>
      )}
      {left.refused > 0 && (
        <p className="g-strong g-ink">
          {changes(left.refused)} {left.refused === 1 ? 'was' : 'were'} refused and still{' '}
          {left.refused === 1 ? 'needs' : 'need'} you.
        </p>
      )}
      {left.elsewhere > 0 && (
        <p className="g-strong g-ink">
          {changes(left.elsewhere)} of another restaurant {left.elsewhere === 1 ? 'waits' : 'wait'} on this device, and{' '}
          {left.elsewhere === 1 ? 'is' : 'are'} sent when you switch to it.
        </p>
      )}
      <p>{left.n > 0 ? 'Send now, keep on this device, or discard?' : 'Keep on this device, or discard?'}</p>
      <FormNotice kind="warn">
        {isStuck && left.n > 0
          ? 'Not everything could be sent. What is left is still kept on this device.'
          : isOnline
            ? null
            : 'Sending needs internet.'}
      </FormNotice>
      {left.n > 0 && (
        <Button appearance="primary" disabledFocusable={isBusy || !isOnline} onClick={() => void go(leaveAfterSending)}>
          Send now, then log out
        </Button>
      )}
      <Button disabledFocusable={isBusy} onClick={() => void go(leaveKeeping)}>
        Keep on this device and log out
      </Button>
      <p className="g-text-13 g-faint">They go on when you sign in here again. Nobody else sees them.</p>
      <Button className={styles.discard} disabledFocusable={isBusy} onClick={() => void go(leaveDiscarding)}>
        Discard {changes(left.n + left.refused + left.elsewhere)} and log out
      </Button>
      <Button appearance="transparent" disabledFocusable={isBusy} onClick={onStay}>
        Stay signed in
      </Button>
    </div>
  );
}

const changes = (n: number) => (n === 1 ? '1 change' : `${n} changes`);
