import type { MenuCategory } from '../../../contract/menu/calls.ts';
import { intoView } from '../../ui/into-view.ts';
import css from './board.module.css';

interface Props {
  categories: MenuCategory[];
  current: string;
  outOf: (id: string) => number;
  onShow: (id: string) => void;
}

export function BoardTabs({ categories, current, outOf, onShow }: Props) {
  return (
    <nav className={css.tabs} aria-label="Categories">
      {categories.map((category) => {
        const out = outOf(category.id);
        return (
          <button
            key={category.id}
            type="button"
            ref={category.id === current ? intoView : undefined}
            className={category.id === current ? `${css.tab} ${css.current}` : css.tab}
            aria-current={category.id === current ? 'page' : undefined}
            onClick={() => onShow(category.id)}
          >
            {category.name}
            {out > 0 && (
              <b>
                {out}
                <span className="g-hidden"> out</span>
              </b>
            )}
          </button>
        );
      })}
    </nav>
  );
}
