import { Button } from '@fluentui/react-components';
import { CloudOff20Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { links } from '../routes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { refreshAccount } from './account.ts';
import { loadingBar } from './loading-bar.ts';

/** A token without its owner: the owner is asked for before any page shows. */
export function FetchAccount() {
  const [failed, setFailed] = useState(false);
  useEffect(() => ask(setFailed), []);
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
                ask(setFailed);
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

function ask(onAnswer: (failed: boolean) => void): void {
  void refreshAccount().then((outcome) => {
    loadingBar.finish();
    onAnswer(outcome === 'unreachable');
  });
}
