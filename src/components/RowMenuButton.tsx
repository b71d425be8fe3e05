import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import css from './list.module.css';

/** Opens what else can be done with a row. `name` says with which. */
export function RowMenuButton({ name, onOpen }: { name: string; onOpen: (target: HTMLElement) => void }) {
  return (
    <button
      type="button"
      className={`g-soft g-round-6 g-hover g-square ${css.more}`}
      aria-label={`More for ${name}`}
      aria-haspopup="menu"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <MoreHorizontal20Regular />
    </button>
  );
}
