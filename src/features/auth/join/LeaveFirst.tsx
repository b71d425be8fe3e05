import { Button } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { links } from '../../../links.ts';
import type { Leave } from '../../../session/leave.ts';
import { useSession } from '../../../session/session.ts';
import { FormNotice } from '../form/FormNotice.tsx';
import styles from '../form/form.module.css';

const UnsentQuestion = lazy(() => import('../UnsentQuestion.tsx').then((m) => ({ default: m.UnsentQuestion })));

/** Somebody is signed in here: that ends first, with the question about what is not sent, so that nothing is lost. Then the page goes on. */
export function LeaveFirst({ restaurant: joined }: { restaurant: string }) {
  const { user, restaurant } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const [unsent, setUnsent] = useState<Extract<Leave, { kind: 'unsent' }> | null>(null);

  async function leave() {
    setIsLeaving(true);
    // With the local database, which the pages before the sign-in do not load.
    const { leaveNow } = await import('../leave-now.ts');
    const outcome = await leaveNow();
    setIsLeaving(false);
    if (outcome.kind === 'unsent') setUnsent(outcome);
  }

  if (unsent)
    return (
      <Suspense fallback={null}>
        <UnsentQuestion unsent={unsent} onLeft={() => setUnsent(null)} onStay={() => setUnsent(null)} />
      </Suspense>
    );
  return (
    <div className={`g-stack g-gap-16 ${styles.form}`}>
      <FormNotice kind="calm">
        This device is signed in{user ? ` as ${user.email}` : ''}
        {restaurant?.name ? ` at ${restaurant.name}` : ''}. To join {joined} on it, log out first. Changes that are not
        sent are not lost.
      </FormNotice>
      <Button appearance="primary" disabledFocusable={isLeaving} onClick={() => void leave()}>
        Log out and go on
      </Button>
      <p className={`g-centered g-faint ${styles.after}`}>
        <Link href={links.orders()}>Stay signed in</Link>
      </p>
    </div>
  );
}
