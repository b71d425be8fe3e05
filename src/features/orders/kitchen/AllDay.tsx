import { ArrowUndo24Regular, CalendarClock24Regular } from '@fluentui/react-icons';
import css from './kitchen.module.css';
import type { Total } from './totals.ts';

/** What is still to be cooked, dish by dish, and Recall for orders that left too early. */
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
    <footer className={`g-row g-rigid g-gap-16 g-surface g-rule-above ${css.allDay}`}>
      <h2 id="all-day">All day</h2>
      {/* It scrolls sideways, so it must be reachable by keyboard. */}
      <div
        className={`g-scroll-x g-grow g-narrow g-soft ${css.totals}`}
        role="group"
        aria-labelledby="all-day"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <ul className="g-flex g-gap-8">
          {totals.map(({ name, quantity }) => (
            <li className="g-row g-rigid g-gap-8 g-nowrap g-ink g-surface-3" key={name}>
              <b className="g-center g-bold g-surface g-round-6 g-pad-0-6">{quantity}</b>
              {name}
            </li>
          ))}
        </ul>
        {totals.length === 0 && <p>Nothing to cook</p>}
      </div>
      {laterCount > 0 && (
        <button
          type="button"
          className={`g-bar g-strong g-surface g-round-10 g-outline g-pad-x-20 ${css.recall}`}
          aria-haspopup="dialog"
          onClick={onLater}
        >
          <CalendarClock24Regular aria-hidden="true" />
          <span>Later</span>
          <small className="g-faint g-size-17">{laterCount}</small>
        </button>
      )}
      <button
        type="button"
        className={`g-bar g-strong g-surface g-round-10 g-outline g-pad-x-20 ${css.recall}`}
        aria-haspopup="dialog"
        onClick={onRecall}
      >
        <ArrowUndo24Regular aria-hidden="true" />
        <span>Recall</span>
        <small className="g-faint g-size-17">{recallCount}</small>
      </button>
    </footer>
  );
}
