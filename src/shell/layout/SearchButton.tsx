import { Search20Regular } from '@fluentui/react-icons';
import styles from './SearchButton.module.css';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search. `isWide`: in the navigation, with its name and its keys. */
export function SearchButton({ isWide = false, onOpen }: { isWide?: boolean; onOpen: () => void }) {
  if (!isWide)
    return (
      <button
        type="button"
        className={'g-icon g-square g-rigid g-round-6 g-hover'}
        aria-label="Search everywhere"
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <Search20Regular />
      </button>
    );
  return (
    <button
      type="button"
      className={`g-row g-gap-12 g-soft g-round-8 g-outline g-rigid g-hover ${styles.wide}`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <Search20Regular aria-hidden="true" />
      <span className={`g-fill ${styles.name}`}>
        Search<span className="g-hidden"> everywhere</span>
      </span>
      <kbd className="g-text-12 g-faint" aria-hidden="true">
        {isApple() ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
