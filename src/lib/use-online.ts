import { useSyncExternalStore } from 'react';

/** What the browser knows about the network: false is certain, true is not. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);

const isOnline = () => navigator.onLine !== false;

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
