import { useCallback, useSyncExternalStore } from 'react';

/** Below this width rows are cards and there is one pane. */
export const PHONE = '(max-width: 639.9px)';

/** Whether the media query matches; updates with the window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
