import { useEffect, useState, type ComponentType } from 'react';
import { afterFirstScreen } from '../navigation/after-first-screen.ts';

const AFTER_MS = 1_500;

/** The messages about the app itself, loaded after the first page; null if their code cannot be loaded. */
export function useManners(): ComponentType | null {
  const [loaded, setLoaded] = useState<{ Manners: ComponentType } | null>(null);
  useEffect(() => {
    return afterFirstScreen(() => {
      import('./manners/Manners.tsx').then(setLoaded, () => undefined);
    }, AFTER_MS);
  }, []);
  return loaded?.Manners ?? null;
}
