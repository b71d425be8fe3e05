import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { links } from '../routes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { CloudOff20Regular } from '@fluentui/react-icons';
import { refreshAccount } from './account.ts';
import { loadingBar } from './loading-bar.ts';

/** A token without its owner: the owner is asked for before any page shows. */
export function FetchAccount() {
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isGone = false;
    void refreshAccount().then((outcome) => {
      if (isGone) return;
      loadingBar.finish();
      setFailed(outcome === 'unreachable');
    });
    return () => void (isGone = true);
  }, [tries]);
  if (!failed) return null;
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
                setFailed(false);
                setTries(tries + 1);
              }}
            >
              Try again
            </Button>
            <Link href={links.logout()}>Log out</Link>
          </>
        }
      >
        This device has not loaded your account yet, and that needs a network once.
      </EmptyState>
    </main>
  );
}
