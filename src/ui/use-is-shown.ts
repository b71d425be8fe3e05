import { useSyncExternalStore } from 'react';

/** True while the page is in sight, not in a tab behind others. */
export const useIsShown = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
