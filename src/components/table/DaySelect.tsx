import { addDays, dateLabel } from '../../lib/wall-clock.ts';
import css from './table.module.css';

interface Props {
  /** What happened on the days: "First order", "Paid". */
  label: string;
  /** As in the address; null: any time. */
  date: string | null;
  /** The current business day. */
  today: string;
  onChange: (date: string | null) => void;
}

/** Filters by business days. A shared link may contain another range, which is shown as it is. */
export function DaySelect({ label, date, today, onChange }: Props) {
  const usual: [string, string][] = [
    ['', `${label}: any time`],
    [today, `${label}: today`],
    [`${addDays(today, -6)}..${today}`, `${label}: last 7 days`],
    [`${addDays(today, -29)}..${today}`, `${label}: last 30 days`],
  ];
  const isUsual = usual.some(([value]) => value === (date ?? ''));
  const [from = '', to = from] = (date ?? '').split('..');
  return (
    <select
      className={`g-chip g-surface g-pad-x-8 ${css.days}`}
      aria-label={label}
      value={date ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      {usual.map(([value, choice]) => (
        <option key={value} value={value}>
          {choice}
        </option>
      ))}
      {!isUsual && (
        <option value={date ?? ''}>
          {label}: {dateLabel(from, today)}
          {to !== from && ` to ${dateLabel(to, today)}`}
        </option>
      )}
    </select>
  );
}
