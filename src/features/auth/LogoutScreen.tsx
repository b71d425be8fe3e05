import { Spinner } from '@fluentui/react-components';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Leave } from '../../session/leave.ts';
import { PlainPage } from '../../ui/page/PlainPage.tsx';
import { links } from '../../links.ts';
import { leaveNow } from './leave-now.ts';

const UnsentQuestion = lazy(() => import('./UnsentQuestion.tsx').then((m) => ({ default: m.UnsentQuestion })));

/** Signs out at once when nothing is unsent; otherwise asks what to do with the changes. */
export function LogoutScreen() {
  const [, navigate] = useLocation();
  const [unsent, setUnsent] = useState<Extract<Leave, { kind: 'unsent' }> | null>(null);

  useEffect(() => {
    let isGone = false;
    void leaveNow().then((outcome) => {
      if (isGone) return;
      if (outcome.kind === 'left') navigate(links.login(), { replace: true });
      else setUnsent(outcome);
    });
    return () => void (isGone = true);
  }, [navigate]);

  return (
    <PlainPage title="Log out">
      {unsent === null ? (
        <Spinner size="tiny" label="Looking for changes that are not sent" />
      ) : (
        <Suspense fallback={null}>
          <UnsentQuestion
            unsent={unsent}
            onLeft={() => navigate(links.login(), { replace: true })}
            onStay={() => navigate(links.orders(), { replace: true })}
          />
        </Suspense>
      )}
    </PlainPage>
  );
}
