import { useEffect } from 'react';

const holds = new Set<object>();

/** While `isBusy`, the page is not reloaded for an update: a kitchen with tickets, a half-filled form. */
export function useBusy(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const hold = {};
    holds.add(hold);
    return () => void holds.delete(hold);
  }, [isBusy]);
}

/** Whether the page is in use: a busy view, an open dialog, or a field that is being filled in. */
export function isBusy(page: Pick<Document, 'querySelector' | 'activeElement'> = document): boolean {
  return (
    holds.size > 0 ||
    page.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null ||
    isTyping(page)
  );
}

function isTyping({ activeElement: element }: Pick<Document, 'activeElement'>): boolean {
  if (!element?.matches('textarea, input:not([type="checkbox"], [type="radio"]), [contenteditable="true"]'))
    return false;
  return ((element as HTMLInputElement).value ?? element.textContent ?? '') !== '';
}
