import { addDays, dateLabel } from '../../lib/wall-clock.ts';
import css from './customers.module.css';

interface Props {
  /** As in the address: null is ever. */
  date: string | null;
  /** The present business day. */
  today: string;
  onChange: (date: string | null) => void;
}

/** In which days the customers came first. Another range may stand in a shared link: it is shown as it is. */
export function LastOrderSelect({ date, today, onChange }: Props) {
  const usual: [string, string][] = [
    ['', 'First order: any time'],
    [today, 'First order: today'],
    [`${addDays(today, -6)}..${today}`, 'First order: last 7 days'],
    [`${addDays(today, -29)}..${today}`, 'First order: last 30 days'],
  ];
  const isUsual = usual.some(([value]) => value === (date ?? ''));
  const [from = '', to = from] = (date ?? '').split('..');
  return (
    <select
      className={css.came}
      aria-label="First order"
      value={date ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      {usual.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
      {!isUsual && (
        <option value={date ?? ''}>
          First order: {dateLabel(from, today)}
          {to !== from && ` to ${dateLabel(to, today)}`}
        </option>
      )}
    </select>
  );
}
