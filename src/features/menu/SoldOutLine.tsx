import { lazy, Suspense, useEffect, useState } from 'react';
import { ArrowUndo20Regular, CheckmarkCircle20Filled } from '@fluentui/react-icons';
import type { Mirrored } from '../../data/db.ts';
import { classes } from '../../ui/classes.ts';
import css from './board.module.css';
import { keptPlaces } from './kept-places.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Item = Mirrored<'menu_items'>;

interface Props {
  items: Item[];
  /** What cannot be ordered now, of all categories. */
  out: Item[];
  /** The category whose tiles are in sight. */
  categoryId: string;
  onBack: (items: Item[]) => void;
}

const HELD_MS = 3_000;

/**
 * What is sold out in all categories, in one line of one height: nothing is forgotten behind another tab. A touch brings a dish back. Its
 * chip keeps its place until the line was left alone for a while, so that a second touch does not hit the next dish.
 */
export function SoldOutLine({ items, out, categoryId, onBack }: Props) {
  const soldOut = out.filter((item) => item.availability_status !== 'hidden');
  const [places, setPlaces] = useState<string[]>([]);
  /** Counts the touches since the line was left alone; 0: nobody is at it. */
  const [touches, setTouches] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const ids = soldOut.map(({ id }) => id);
  const shown = keptPlaces(places, ids, touches > 0);
  if (shown.join() !== places.join()) setPlaces(shown);
  useEffect(() => {
    if (touches === 0) return;
    const timer = setTimeout(() => setTouches(0), HELD_MS);
    return () => clearTimeout(timer);
  }, [touches]);
  const elsewhere = soldOut.filter((item) => item.category_id !== categoryId).length;
  return (
    <div className={css.line} onClickCapture={() => setTouches((last) => last + 1)}>
      <b>{soldOut.length === 0 ? 'Nothing is sold out' : `${soldOut.length} sold out`}</b>
      <ul>
        {shown.map((id) => {
          const item = items.find((one) => one.id === id);
          const isOut = ids.includes(id);
          return (
            item && (
              <li key={id}>
                <button
                  type="button"
                  className={classes(css.chip, !isOut && css.isBack)}
                  aria-label={isOut ? `Mark ${item.name} available` : `${item.name} is available`}
                  onClick={() => isOut && onBack([item])}
                >
                  {isOut ? <ArrowUndo20Regular /> : <CheckmarkCircle20Filled />}
                  {item.name}
                </button>
              </li>
            )
          );
        })}
      </ul>
      {soldOut.length > 0 && (
        <button
          type="button"
          className={css.back}
          onClick={() => (elsewhere > 0 ? setIsAsking(true) : onBack(soldOut))}
        >
          Mark all available
        </button>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={`Mark ${soldOut.length} dishes available?`}
            keepWords="Leave them sold out"
            doWords={`Mark ${soldOut.length} available`}
            onDo={() => onBack(soldOut)}
            onClose={() => setIsAsking(false)}
          >
            {elsewhere === 1 ? 'One of them is' : `${elsewhere} of them are`} in other categories, out of sight here:{' '}
            {soldOut.map(({ name }) => name).join(', ')}.
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}
