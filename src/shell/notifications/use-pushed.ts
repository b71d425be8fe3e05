import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { afterFirstScreen } from '../navigation/after-first-screen.ts';

/** A page that a notification opened handles its tap at once; any other page waits until it is shown. */
const LATER_MS = 2_500;

/** Starts push handling after the page is shown; nothing of it is part of the first load. */
export function usePushed(isSignedIn: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isSignedIn) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const { startPushed } = await import('./pushed.ts');
      if (!isOver) stop = startPushed(navigate);
    };
    const isTapped = new URLSearchParams(location.search).get('source') === 'push';
    const callOff = afterFirstScreen(() => void start().catch(() => undefined), isTapped ? 0 : LATER_MS);
    return () => {
      isOver = true;
      callOff();
      stop?.();
    };
  }, [isSignedIn, navigate]);
}
