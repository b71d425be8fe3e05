import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity };

/**
 * Keys of a list: arrows, Home and End move between its rows, j and k do so from anywhere on the page, Space selects. A row is an
 * element with `data-row`; its first link or button has the focus, so that Enter opens it. Returns the ref for the list.
 */
export function useRowKeys<T extends HTMLElement>(onSpace?: (id: string) => void): RefObject<T | null> {
  const list = useRef<T>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!list.current || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isInside = list.current.contains(document.activeElement);
    const isLetter = event.key === 'j' || event.key === 'k';
    // Arrows elsewhere scroll the page or belong to another control.
    if (!isInside && !(isLetter && document.activeElement === document.body)) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[at];
    if (event.key === ' ' && onSpace && row?.dataset.row && document.activeElement instanceof HTMLAnchorElement) {
      event.preventDefault();
      onSpace(row.dataset.row);
      return;
    }
    const step = steps[event.key];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const next = at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
    rows[next]?.querySelector<HTMLElement>('a, th button')?.focus();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return list;
}

/** Whether letters and arrows belong to a field or to a widget with its own keys. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('select, textarea, input:not([type=checkbox])') ||
    target.closest('[role=dialog], [role=menu]') !== null);
