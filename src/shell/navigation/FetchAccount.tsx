import { Button } from '@fluentui/react-components';
import { CloudOff20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { links } from '../../links.ts';
import { returnUrl } from '../../session/return-url.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { refreshAccount, type Refreshed } from '../../session/account.ts';
import { loadingBar } from './loading-bar.ts';
import { loadScreen } from './screens.ts';

const Complete = lazy(() => loadScreen('/complete').then((screen) => ({ default: screen })));

/** Shown while there is a token but no account: the account is fetched before any page shows. */
export function FetchAccount() {
  const [outcome, setOutcome] = useState<Refreshed | null>(null);
  useEffect(() => ask(setOutcome), []);
  if (outcome === 'incomplete') return <Completion />;
  if (outcome !== 'unreachable') return null;
  return (
    <main>
      <h1 className="g-hidden">Galley</h1>
      <EmptyState
        icon={<CloudOff20Regular />}
        title="The server cannot be reached."
        actions={
          <>
            <Button
              appearance="primary"
              onClick={() => {
                setOutcome(null);
                ask(setOutcome);
              }}
            >
              Try again
            </Button>
            <Link href={links.logout()}>Log out</Link>
          </>
        }
      >
        This device has not loaded your account yet, and that needs internet once.
      </EmptyState>
    </main>
  );
}

/** The profile form for an owner about whom the server says only that the profile is incomplete. */
function Completion() {
  const [pathname, navigate] = useLocation();
  const next = returnUrl(new URLSearchParams(useSearch()).get('next')) ?? undefined;
  const isThere = pathname === links.complete();
  useEffect(() => {
    if (!isThere) navigate(links.complete(next), { replace: true });
  }, [isThere, navigate, next]);
  if (!isThere) return null;
  return (
    <Suspense fallback={null}>
      <Complete />
    </Suspense>
  );
}

function ask(onAnswer: (outcome: Refreshed) => void): void {
  void refreshAccount().then((outcome) => {
    loadingBar.finish();
    onAnswer(outcome);
  });
}
