import type { MenuCategory } from '../../../../contract/menu/calls.ts';
import { intoView } from '../../../ui/into-view.ts';
import css from './board.module.css';

interface Props {
  categories: Pick<MenuCategory, 'id' | 'name'>[];
  /** Null: what is searched for is shown. */
  current: string | null;
  outOf: (id: string) => number;
  onShow: (id: string) => void;
}

export function BoardTabs({ categories, current, outOf, onShow }: Props) {
  return (
    <nav className="g-scroll-x g-flex g-rigid g-gap-8 g-pad-12-16" aria-label="Categories">
      {categories.map((category) => {
        const out = outOf(category.id);
        return (
          <button
            key={category.id}
            type="button"
            ref={category.id === current ? intoView : undefined}
            className={
              category.id === current
                ? `g-rigid g-relative g-strong g-size-18 g-ink g-surface g-round-10 g-pad-x-18 ${css.tab} ${css.current}`
                : `g-rigid g-relative g-strong g-size-18 g-ink g-surface g-round-10 g-pad-x-18 ${css.tab}`
            }
            aria-current={category.id === current ? 'page' : undefined}
            onClick={() => onShow(category.id)}
          >
            {category.name}
            {out > 0 && (
              <b className="g-centered g-round-12 g-line-24 g-absolute g-pad-0-6 g-size-15">
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
