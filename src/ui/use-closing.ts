import { useEffect, useRef, useState } from 'react';

const LEAVING_MS = 250;

/**
 * For a dialog, menu or popover that is in the tree only while it is needed. It is closed first and taken away when it has left: Fluent
 * hides the page from assistive technology behind an open surface, and one that vanishes open leaves the page hidden for good.
 */
export function useClosing(onClosed: () => void): { isOpen: boolean; close: () => void } {
  const [isOpen, setIsOpen] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    setIsOpen(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(onClosed, LEAVING_MS);
  };
  return { isOpen, close };
}
