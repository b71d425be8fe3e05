import { useEffect, useEffectEvent, type RefObject } from 'react';

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Keeps the focus inside an open panel, closes the panel on Esc, and then returns the focus. */
export function useFocusInside(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const inside = panel.current;
    const before = document.activeElement;
    inside?.focus();
    const onKey = (event: KeyboardEvent) => {
      // A menu above the panel handles its own keys.
      if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Tab' && inside) stay(event, inside);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [panel]);
}

function stay(event: KeyboardEvent, inside: HTMLElement): void {
  const stops = [...inside.querySelectorAll<HTMLElement>(reachable)].filter((stop) => stop.offsetParent !== null);
  const first = stops[0];
  const last = stops.at(-1);
  const isAtStart = document.activeElement === first || document.activeElement === inside;
  if (event.shiftKey && isAtStart) last?.focus();
  else if (!event.shiftKey && document.activeElement === last) first?.focus();
  else if (!inside.contains(document.activeElement)) first?.focus();
  else return;
  event.preventDefault();
}
