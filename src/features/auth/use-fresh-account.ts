import { useEffect } from 'react';

/**
 * During onboarding, fetches the account again whenever the person returns to the page, because a step may have been done on another
 * device, or here by an attempt whose answer was lost. The guard then goes on. `isAskedFirst`: also when the page opens.
 */
export function useFreshAccount({ isAskedFirst }: { isAskedFirst: boolean }): void {
  useEffect(() => keepFresh(window, refresh, { isAskedFirst }), [isAskedFirst]);
}

/** Asks on the events that signal the person's return. Each request cancels the previous one, and leaving cancels the last. */
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
    // A late or missing answer changes nothing.
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

// Imported with the HTTP client, which is not part of the first load.
async function refresh(signal: AbortSignal): Promise<void> {
  const { refreshAccount } = await import('../../session/account.ts');
  if (!signal.aborted) await refreshAccount(signal);
}
