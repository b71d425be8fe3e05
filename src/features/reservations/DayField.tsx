import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { addDays } from '../../lib/wall-clock.ts';
import css from './reservations.module.css';

interface Props {
  /** The business day that is shown, and the current one. */
  day: string;
  today: string;
  /** "12 reservations, 41 guests" */
  summary: string;
  onChange: (day: string | null) => void;
}

/** Which day, and what it holds. */
export function DayField({ day, today, summary, onChange }: Props) {
  const go = (to: string) => onChange(to === today ? null : to);
  return (
    <div className={`g-row g-wrap g-gap-8 ${css.dayField}`}>
      <button
        type="button"
        className={'g-icon g-square g-round-8 g-outline g-hover'}
        aria-label="The day before"
        onClick={() => go(addDays(day, -1))}
      >
        <ChevronLeft20Regular />
      </button>
      <input
        type="date"
        aria-label="Day"
        className={'g-input'}
        value={day}
        onChange={({ target }) => target.value && go(target.value)}
      />
      <button
        type="button"
        className={'g-icon g-square g-round-8 g-outline g-hover'}
        aria-label="The day after"
        onClick={() => go(addDays(day, 1))}
      >
        <ChevronRight20Regular />
      </button>
      {day !== today && (
        <button type="button" className="g-quiet g-hover" onClick={() => go(today)}>
          Today
        </button>
      )}
      <p className={`g-soft ${css.summary}`} role="status">
        {summary}
      </p>
    </div>
  );
}
