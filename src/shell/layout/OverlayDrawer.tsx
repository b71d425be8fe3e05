import { useEffect, useRef } from 'react';
import { Drawer } from './Drawer.tsx';
import styles from './OverlayDrawer.module.css';

interface OverlayDrawerProps {
  newOrders: number;
  onClose: () => void;
  onSearch: () => void;
  onHelp: () => void;
}

/** The drawer over the page, below 1024 px. A native dialog keeps the focus inside and closes on Esc. */
export function OverlayDrawer({ newOrders, onClose, onSearch, onHelp }: OverlayDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The backdrop belongs to the dialog element itself. A link to the current page does not navigate, so close here.
    const closeOutside = ({ target }: MouseEvent) => {
      if (target === element || (target as Element).closest('a')) element.close();
    };
    element.addEventListener('click', closeOutside);
    element.showModal();
    return () => {
      element.removeEventListener('click', closeOutside);
      element.close();
    };
  }, []);
  return (
    <dialog ref={dialog} className={styles.overlay} aria-label="Navigation" onClose={onClose}>
      <Drawer newOrders={newOrders} onClose={onClose} onSearch={onSearch} onHelp={onHelp} />
    </dialog>
  );
}
