import { Navigation20Regular } from '@fluentui/react-icons';
import styles from './MenuButton.module.css';

/** Opens the drawer where it is not always open. */
export function MenuButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`g-icon g-square g-round-6 g-hover ${styles.button}`}
      aria-label="Open the navigation"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Navigation20Regular />
    </button>
  );
}
