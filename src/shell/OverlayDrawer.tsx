import { useEffect, useRef } from 'react';
import { Drawer } from './Drawer.tsx';
import styles from './OverlayDrawer.module.css';

interface OverlayDrawerProps {
  newOrders: number;
  onClose: () => void;
}

/** The drawer over the page, below 1024 px. The browser's own dialog keeps the focus inside and closes on Esc. */
export function OverlayDrawer({ newOrders, onClose }: OverlayDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The backdrop belongs to the dialog element itself. A link to the present page changes nothing else.
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
      <Drawer newOrders={newOrders} onClose={onClose} />
    </dialog>
  );
}
