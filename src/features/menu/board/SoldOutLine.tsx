import { lazy, Suspense, useEffect, useState } from 'react';
import { ArrowUndo20Regular, CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import type { BoardTarget } from './board-targets.ts';
import css from './board.module.css';
import { keptPlaces } from './kept-places.ts';

const ConfirmDialog = lazy(() =>
  import('../../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Props {
  targets: BoardTarget[];
  /** Those that are unavailable, of all tabs. */
  out: BoardTarget[];
  /** The tab whose tiles are visible. */
  tabId: string;
  onBack: (targets: BoardTarget[]) => void;
}

const HELD_MS = 3_000;

/**
 * The sold-out dishes of all categories in one line of fixed height, so that none is forgotten behind another tab. A tap brings a
 * dish back. Its chip keeps its place until the line has not been touched for a while, so that a second tap does not hit the next
 * dish.
 */
export function SoldOutLine({ targets, out, tabId, onBack }: Props) {
  const soldOut = out.filter((item) => item.availability_status !== 'hidden');
  const [places, setPlaces] = useState<string[]>([]);
  /** Taps since the line was last idle; 0 means idle. */
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
  const elsewhere = soldOut.filter((item) => item.tabId !== tabId).length;
  return (
    <div className={`g-bar ${css.line}`} onClickCapture={() => setTouches((last) => last + 1)}>
      <b className="g-rigid g-size-18">{soldOut.length === 0 ? 'Nothing is sold out' : `${soldOut.length} sold out`}</b>
      <ul>
        {shown.map((id) => {
          const item = targets.find((one) => one.id === id);
          const isOut = ids.includes(id);
          return (
            item && (
              <li key={id}>
                <button
                  type="button"
                  className={classes(
                    'g-row g-tone-bad g-gap-8 g-nowrap g-strong g-round-10',
                    css.chip,
                    !isOut && css.isBack,
                  )}
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
          className="g-rigid g-strong g-surface g-round-8 g-outline g-pad-x-16"
          onClick={() => (elsewhere > 0 ? setIsAsking(true) : onBack(soldOut))}
        >
          Mark all available
        </button>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={`Mark ${soldOut.length} dishes available?`}
            keepLabel="Leave them sold out"
            submitLabel={`Mark ${soldOut.length} available`}
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
