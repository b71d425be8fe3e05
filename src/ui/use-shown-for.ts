import { useEffect, useState } from 'react';

/**
 * Calls `onEnd` after `ms`, but not while a pointer or the focus is on the element: a toast leaves by itself, never under a hand. To be used
 * in an element of its own for each message: what held the last one does not hold the next. `ms` null: it stays.
 */
export function useShownFor(ms: number | null, onEnd: () => void) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || ms === null) return;
    const timer = setTimeout(onEnd, ms);
    return () => clearTimeout(timer);
  }, [isHeld, ms, onEnd]);
  return {
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: () => setIsHeld(false),
  };
}
