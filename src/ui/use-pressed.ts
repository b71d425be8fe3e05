import { useEffect, useState } from 'react';

/** The click comes after the release, and its target is looked up then. */
const CLICK_WITHIN_MS = 300;

/** Whether a finger or a mouse button is down anywhere on the page, or was a moment ago. */
export function usePressed(): boolean {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = () => {
      clearTimeout(timer);
      setIsPressed(true);
    };
    const release = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsPressed(false), CLICK_WITHIN_MS);
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    };
  }, []);
  return isPressed;
}
