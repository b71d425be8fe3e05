import { useEffect, useState } from 'react';

/** Whether the search is open; Ctrl K and Cmd K open and close it on every page. */
export function useSearchDialog(): { isSearchOpen: boolean; setIsSearchOpen: (isOpen: boolean) => void } {
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // A question that is open comes first.
      if (document.querySelector('dialog[open]:not([aria-label="Search"]), [role=dialog][aria-modal=true]')) return;
      event.preventDefault();
      setIsSearchOpen((isOpen) => !isOpen);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { isSearchOpen, setIsSearchOpen };
}
