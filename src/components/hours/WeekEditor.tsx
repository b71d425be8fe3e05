import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { Copy20Regular } from '@fluentui/react-icons';
import type { Hours } from '../../../contract/restaurant/rows.ts';
import { DayBar } from './DayBar.tsx';
import css from './hours.module.css';
import { PeriodList, usual } from './PeriodList.tsx';
import { dayName, weekdays } from './weekdays.ts';

type Day = Hours['days'][number];

interface Props {
  days: Hours['days'];
  /** By "days.0", the place in `days`. */
  errors: Record<string, string>;
  onChange: (days: Hours['days']) => void;
}

/** Opening hours by weekday, with several times a day. A close at or before the opening is on the next day. */
export function WeekEditor({ days, errors, onChange }: Props) {
  const dayOf = (weekday: number): Day =>
    days.find((one) => one.weekday === weekday) ?? { weekday, is_open: false, periods: [] };
  const set = (changed: readonly Day[]) => {
    const replaced = new Set(changed.map(({ weekday }) => weekday));
    onChange([...days.filter(({ weekday }) => !replaced.has(weekday)), ...changed]);
  };
  return (
    <>
      {weekdays.map(([weekday]) => (
        <DayRow
          key={weekday}
          day={dayOf(weekday)}
          error={errors[`days.${days.findIndex((one) => one.weekday === weekday)}`]}
          onChange={(day) => set([day])}
          onCopy={(to) => set(to.map((other) => ({ ...dayOf(weekday), weekday: other })))}
        />
      ))}
    </>
  );
}

interface RowProps {
  day: Day;
  error: string | undefined;
  onChange: (day: Day) => void;
  onCopy: (weekdays: number[]) => void;
}

function DayRow({ day, error, onChange, onCopy }: RowProps) {
  const [isCopying, setIsCopying] = useState(false);
  const label = dayName(day.weekday);
  return (
    <fieldset className={css.day}>
      <legend className="g-hidden">{label}</legend>
      <label className="g-row g-gap-8 g-tall">
        <input
          type="checkbox"
          checked={day.is_open}
          onChange={({ target }) =>
            onChange({
              ...day,
              is_open: target.checked,
              periods: target.checked && day.periods.length === 0 ? [usual] : day.periods,
            })
          }
        />
        {label}
      </label>
      <div className="g-stack g-gap-8 g-narrow">
        <PeriodList
          of={label}
          value={day}
          nextDay={dayName((day.weekday + 1) % 7)}
          onChange={(value) => onChange({ ...day, ...value })}
        >
          <Button
            appearance="subtle"
            icon={<Copy20Regular />}
            aria-label={`Copy ${label} to other days`}
            aria-expanded={isCopying}
            onClick={() => setIsCopying(!isCopying)}
          />
        </PeriodList>
        {isCopying && (
          <CopyTo
            from={day.weekday}
            onCopy={(to) => {
              setIsCopying(false);
              onCopy(to);
            }}
          />
        )}
        {error !== undefined && (
          <p className="g-size-13 g-bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <DayBar periods={day.is_open ? day.periods : []} />
    </fieldset>
  );
}

function CopyTo({ from, onCopy }: { from: number; onCopy: (weekdays: number[]) => void }) {
  const [chosen, setChosen] = useState<number[]>([]);
  const label = dayName(from);
  const others = weekdays.filter(([weekday]) => weekday !== from);
  return (
    <div className="g-row g-wrap g-gap-8" role="group" aria-label={`Days that get the times of ${label}`}>
      {others.map(([weekday, name]) => (
        <label key={weekday} className={`g-row g-gap-6 g-tall ${css.copyDay}`}>
          <input
            type="checkbox"
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, weekday] : chosen.filter((one) => one !== weekday))
            }
          />
          {name.slice(0, 3)}
        </label>
      ))}
      <Button disabled={chosen.length === 0} onClick={() => onCopy(chosen)}>
        Copy
      </Button>
      <Button
        appearance="subtle"
        aria-label={`Copy to all days from ${label}`}
        onClick={() => onCopy(others.map(([weekday]) => weekday))}
      >
        Copy to all
      </Button>
    </div>
  );
}
