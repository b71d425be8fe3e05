import { ReOrderDotsVertical16Regular } from '@fluentui/react-icons';
import css from './sorting.module.css';

/** Where a row is taken to be dragged. Keyboards and screen readers use the buttons and the menu that do the same. */
export function SortHandle({ isOff = false }: { isOff?: boolean }) {
  return (
    <span className={`g-center g-rigid g-faint ${css.handle}`} data-handle={isOff ? undefined : ''} aria-hidden="true">
      {!isOff && <ReOrderDotsVertical16Regular />}
    </span>
  );
}
