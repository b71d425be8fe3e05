import { useEffect, useRef, useState } from 'react';

const LEAVING_MS = 250;

/** The control on the page that opened the current surface, or the first of a chain of them. */
let opener: Element | null = null;

/**
 * For a dialog, menu or popover that is mounted only while it is needed: it is closed first and unmounted after its exit, and the
 * focus returns to where it came from.
 */
export function useClosing(onClosed: () => void): { isOpen: boolean; close: () => void } {
  const [isOpen, setIsOpen] = useState(true);
  const [before] = useState(() => document.activeElement);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    keepTabster();
    // A dialog that was opened from a menu returns the focus to the control that opened the menu.
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

/** Restores only a lost focus: if the person has moved on, it stays there. */
function giveBack(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const target = opener?.isConnected ? opener : document.querySelector('h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * Fluent's surfaces share one Tabster instance, which hides the page from assistive technology behind an open dialog. It is disposed
 * with its last user, before it has shown the page again, so a page with no other Fluent menu would stay hidden for good. A
 * permanent user prevents that. Tabster stores itself under this name on the window.
 */
function keepTabster(): void {
  const place = window as { __tabsterInstance?: { createTabster: (noRefCount: boolean) => unknown } };
  if (place.__tabsterInstance === kept) return;
  kept = place.__tabsterInstance;
  kept?.createTabster(false);
}

let kept: { createTabster: (noRefCount: boolean) => unknown } | undefined;
