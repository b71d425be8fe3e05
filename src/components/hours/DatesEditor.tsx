import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import type { Hours } from '../../../contract/restaurant/rows.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './hours.module.css';
import { PeriodList, usual } from './PeriodList.tsx';

type Exception = Hours['exceptions'][number];

interface Props {
  exceptions: Hours['exceptions'];
  /** By "exceptions.0". */
  errors: Record<string, string>;
  /** The restaurant's date, "2026-11-20". */
  today: string;
  onChange: (exceptions: Hours['exceptions']) => void;
}

/** Dates on which other hours count, once or every year. */
export function DatesEditor({ exceptions, errors, today, onChange }: Props) {
  const set = (at: number, change: Partial<Exception>) =>
    onChange(exceptions.map((one, i) => (i === at ? { ...one, ...change } : one)));
  return (
    <>
      {exceptions.length === 0 && <p className="g-soft">None. Add holidays, closures and other special dates.</p>}
      {exceptions.map((one, at) => {
        const isYearly = one.date.length === 5;
        const label = one.label || `Date ${at + 1}`;
        return (
          // A date that is being typed is no identity.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={at} className={css.exception}>
            <legend className="g-hidden">{label}</legend>
            <TextField
              label="Date"
              type="date"
              value={isYearly ? `${today.slice(0, 4)}-${one.date}` : one.date}
              onChange={(date) => set(at, { date: isYearly ? date.slice(5) : date })}
            />
            <TextField
              label="What is on"
              value={one.label}
              maxLength={80}
              placeholder="Christmas Day"
              onChange={(text) => set(at, { label: text })}
            />
            <div className="g-row g-wrap g-gap-16">
              <label className="g-row g-gap-8 g-tall">
                <input
                  type="checkbox"
                  checked={isYearly}
                  onChange={({ target }) =>
                    set(at, { date: target.checked ? one.date.slice(5) : `${today.slice(0, 4)}-${one.date}` })
                  }
                />
                Every year
              </label>
              <label className="g-row g-gap-8 g-tall">
                <input
                  type="checkbox"
                  checked={one.is_open}
                  onChange={({ target }) =>
                    set(at, {
                      is_open: target.checked,
                      periods: target.checked && one.periods.length === 0 ? [usual] : one.periods,
                    })
                  }
                />
                Open
              </label>
              <Button
                appearance="subtle"
                icon={<Delete20Regular />}
                aria-label={`Remove ${label}`}
                onClick={() => onChange(exceptions.filter((_, i) => i !== at))}
              />
            </div>
            <PeriodList of={label} value={one} nextDay="next day" onChange={(value) => set(at, value)} />
            {errors[`exceptions.${at}`] && (
              <p className="g-size-13 g-bad" role="alert">
                {errors[`exceptions.${at}`]}
              </p>
            )}
          </fieldset>
        );
      })}
      <Button
        className={css.add}
        icon={<Add20Regular />}
        onClick={() => onChange([...exceptions, { date: today, is_open: false, periods: [], label: '' }])}
      >
        Add a date
      </Button>
    </>
  );
}
