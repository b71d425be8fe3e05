import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity };

/**
 * Moves between the rows of a list by arrows, j and k, Home and End; Space chooses. A row is an element with `data-row`, its link is
 * what has the focus, so that Enter opens it by itself.
 */
export function onRowKeys(event: KeyboardEvent<HTMLElement>, onSpace?: (id: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (event.key === ' ' && onSpace && document.activeElement instanceof HTMLAnchorElement && rows[at]?.dataset.row) {
    event.preventDefault();
    onSpace(rows[at].dataset.row);
    return;
  }
  const step = steps[event.key];
  if (step === undefined || rows.length === 0) return;
  event.preventDefault();
  const next = Math.min(rows.length - 1, Math.max(0, at === -1 ? (step > 0 ? 0 : rows.length - 1) : at + step));
  rows[next]?.querySelector<HTMLElement>('a')?.focus();
}

/** In a field, or in a box that has its own keys, letters and arrows belong to it. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('select, textarea, input:not([type=checkbox])') ||
    target.closest('[role=dialog], [role=menu]') !== null);
