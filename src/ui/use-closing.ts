import { useEffect, useRef, useState } from 'react';

const LEAVING_MS = 250;

/** The control on the page from which the present surface, or the chain of them, was opened. */
let opener: Element | null = null;

/**
 * For a dialog, menu or popover that is in the tree only while it is needed: it is closed first and taken away when it has left, and the
 * focus goes back to where it came from.
 */
export function useClosing(onClosed: () => void): { isOpen: boolean; close: () => void } {
  const [isOpen, setIsOpen] = useState(true);
  const [before] = useState(() => document.activeElement);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    keepTabster();
    // A dialog that is opened from a menu goes back to the control that opened the menu.
    if (before && before !== document.body && !before.closest('[data-portal-node]')) opener = before;
    return () => {
      clearTimeout(timer.current);
      setTimeout(giveBack);
    };
  }, [before]);

  const close = () => {
    setIsOpen(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(onClosed, LEAVING_MS);
  };
  return { isOpen, close };
}

/** Only a focus that was lost: what the person has moved on to keeps it. */
function giveBack(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const target = opener?.isConnected ? opener : document.querySelector('h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Fluent's surfaces share one Tabster, which hides the page from assistive technology behind an open dialog. It ends itself with its last
 * user, before it has shown the page again, and a page with no other Fluent menu in it stays hidden for good. One user that never
 * leaves prevents that. Tabster keeps itself under this name on the window.
 */
function keepTabster(): void {
  const place = window as { __tabsterInstance?: { createTabster: (noRefCount: boolean) => unknown } };
  if (place.__tabsterInstance === kept) return;
  kept = place.__tabsterInstance;
  kept?.createTabster(false);
}

let kept: { createTabster: (noRefCount: boolean) => unknown } | undefined;
