import { addDays, dateLabel } from '../../lib/wall-clock.ts';
import { ChipSelect } from './ChipSelect.tsx';

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
  const choices = isUsual ? usual : [...usual, [date ?? '', rangeWords(label, from, to, today)] as const];
  return (
    <ChipSelect label={label} value={date ?? ''} choices={choices} onChange={(value) => onChange(value || null)} />
  );
}

const rangeWords = (label: string, from: string, to: string, today: string) =>
  `${label}: ${dateLabel(from, today)}${to === from ? '' : ` to ${dateLabel(to, today)}`}`;
