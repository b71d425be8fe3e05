import { useEffect, useState, type ComponentType } from 'react';
import { afterFirstScreen } from './after-first-screen.ts';

const AFTER_MS = 1_500;

/** What the app says of itself as an app, once the first page is shown; without its code it says nothing. */
export function useManners(): ComponentType | null {
  const [loaded, setLoaded] = useState<{ Manners: ComponentType } | null>(null);
  useEffect(() => {
    return afterFirstScreen(() => {
      import('./manners/Manners.tsx').then(setLoaded, () => undefined);
    }, AFTER_MS);
  }, []);
  return loaded?.Manners ?? null;
}
