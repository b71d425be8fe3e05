import { ArrowUndo24Regular, CalendarClock24Regular } from '@fluentui/react-icons';
import css from './kitchen.module.css';
import type { Total } from './totals.ts';

/** What is still to be cooked, dish by dish, and the way back for what left too early. */
export function AllDay({
  totals,
  laterCount,
  onLater,
  recallCount,
  onRecall,
}: {
  totals: Total[];
  laterCount: number;
  onLater: () => void;
  recallCount: number;
  onRecall: () => void;
}) {
  return (
    <footer className={css.allDay}>
      <h2 id="all-day">All day</h2>
      {/* It scrolls sideways, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.totals} role="group" aria-labelledby="all-day" tabIndex={0}>
        <ul>
          {totals.map(({ name, quantity }) => (
            <li key={name}>
              <b>{quantity}</b>
              {name}
            </li>
          ))}
        </ul>
        {totals.length === 0 && <p>Nothing to cook</p>}
      </div>
      {laterCount > 0 && (
        <button type="button" className={css.recall} aria-haspopup="dialog" onClick={onLater}>
          <CalendarClock24Regular aria-hidden="true" />
          <span>Later</span>
          <small>{laterCount}</small>
        </button>
      )}
      <button type="button" className={css.recall} aria-haspopup="dialog" onClick={onRecall}>
        <ArrowUndo24Regular aria-hidden="true" />
        <span>Recall</span>
        <small>{recallCount}</small>
      </button>
    </footer>
  );
}
