import { useEffect } from 'react';

/**
 * While a step of the onboarding is shown: asks the server again who is signed in whenever the person comes back to the page, because the
 * step may have been done on another device, or here by a try whose answer was lost. The guard then goes on. `isAskedFirst`: also when the
 * page opens.
 */
export function useFreshAccount({ isAskedFirst }: { isAskedFirst: boolean }): void {
  useEffect(() => keepFresh(window, refresh, { isAskedFirst }), [isAskedFirst]);
}

/** Asks on the events that say that the person is back; each question ends the one before, and leaving ends the last. */
export function keepFresh(
  page: Pick<Window, 'addEventListener'> & { document: Pick<Document, 'visibilityState'> },
  ask: (signal: AbortSignal) => Promise<unknown>,
  { isAskedFirst }: { isAskedFirst: boolean },
): () => void {
  const gone = new AbortController();
  let last = new AbortController();
  function askAnew(): void {
    if (page.document.visibilityState === 'hidden') return;
    last.abort();
    last = new AbortController();
    // An answer that comes too late, or none at all, changes nothing: what is known stands.
    ask(last.signal).catch(() => undefined);
  }
  for (const event of ['focus', 'online', 'visibilitychange'])
    page.addEventListener(event, askAnew, { signal: gone.signal });
  if (isAskedFirst) askAnew();
  return () => {
    gone.abort();
    last.abort();
  };
}

// With the HTTP client, which is not part of the page's first load.
async function refresh(signal: AbortSignal): Promise<void> {
  const { refreshAccount } = await import('../../session/account.ts');
  if (!signal.aborted) await refreshAccount(signal);
}
