import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { matchRoute, routes } from '../../../contract/routes.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { PlainPage } from '../../ui/page/PlainPage.tsx';

const again = () => location.reload();

/** Shown when a public page could not be fetched: those pages are always read from the server and never stored on the device. */
export function AbsentPageScreen() {
  const [pathname] = useLocation();
  const path = matchRoute(pathname)?.path ?? '/restaurant';
  const { authToken } = useSession();
  useEffect(() => {
    const watch = new AbortController();
    const come = () => void whenItAnswers(watch.signal);
    window.addEventListener('online', come, { signal: watch.signal });
    come();
    return () => watch.abort();
  }, []);
  return (
    <PlainPage title={routes[path].title}>
      <p>This page is not kept on the device. It comes from the network, and the network did not answer.</p>
      <p>
        <Button appearance="primary" onClick={again}>
          Try again
        </Button>
      </p>
      <p>
        {authToken ? (
          <>
            What you do in Galley works without it: <Link href={links.orders()}>go to the orders</Link>.
          </>
        ) : (
          <Link href={links.login()}>Go to sign in</Link>
        )}
      </p>
    </PlainPage>
  );
}

/** Loads the page once the server answers. A device may report being online a moment too early, so this retries with growing delays. */
async function whenItAnswers(signal: AbortSignal): Promise<void> {
  for (let wait = 1000; navigator.onLine && !signal.aborted; wait = Math.min(wait * 2, 60_000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const isThere = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere && !signal.aborted) return again();
  }
}
