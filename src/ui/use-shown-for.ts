import { useEffect, useState } from 'react';

/**
 * Calls `onEnd` after `ms`, but not while a pointer or the focus is on the element, so that a toast never disappears under a finger.
 * Use a new element for each message, so that it does not inherit the previous one's hover state. `ms` null: it stays.
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
