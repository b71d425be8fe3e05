import { useEffect } from 'react';
import { afterFirstScreen } from './after-first-screen.ts';

/** A page that a notification opened looks for what was tapped at once; any other has time until it stands. */
const LATER_MS = 2_500;

/** Push and its taps, once the page is up: nothing of it is part of the first load. */
export function usePushed(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const { startPushed } = await import('./pushed.ts');
      if (!isOver) stop = startPushed();
    };
    const isTapped = new URLSearchParams(location.search).get('source') === 'push';
    const callOff = afterFirstScreen(() => void start().catch(() => undefined), isTapped ? 0 : LATER_MS);
    return () => {
      isOver = true;
      callOff();
      stop?.();
    };
  }, [isSignedIn]);
}
