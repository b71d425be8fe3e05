import { Button } from '@fluentui/react-components';
import { Add20Regular, Dismiss20Regular, WeatherMoon20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { PERIODS_MAX } from '../../../contract/restaurant/check-hours.ts';
import type { Hours } from '../../../contract/restaurant/rows.ts';
import css from './hours.module.css';
import { TimeInput } from '../../ui/form/TimeInput.tsx';

type Value = Pick<Hours['days'][number], 'is_open' | 'periods'>;

export const usual = { open_time: '11:00', close_time: '22:00' };

interface Props {
  /** "Monday", for the labels. */
  of: string;
  value: Value;
  /** "Tuesday": where a night ends. */
  nextDay: string;
  onChange: (value: Value) => void;
  /** Further buttons behind the one that adds a time. */
  children?: ReactNode;
}

/** The times of one day, or that it is closed. */
export function PeriodList({ of, value, nextDay, onChange, children }: Props) {
  const { is_open, periods } = value;
  const set = (at: number, change: Partial<(typeof periods)[number]>) =>
    onChange({ is_open, periods: periods.map((period, i) => (i === at ? { ...period, ...change } : period)) });
  return (
    <div className="g-row g-wrap g-gap-8">
      {!is_open && <span className={`g-soft ${css.closed}`}>Closed all day</span>}
      {is_open &&
        periods.map((period, at) => (
          // Two periods of a day have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="g-row g-wrap g-gap-4">
            {(['open_time', 'close_time'] as const).map((end) => (
              <span key={end} className="g-row g-gap-4">
                {end === 'close_time' && <span className="g-soft">to</span>}
                <TimeInput
                  aria-label={`${of}, ${end === 'open_time' ? 'opens' : 'closes'}${at > 0 ? `, time ${at + 1}` : ''}`}
                  value={period[end]}
                  onChange={(time) => set(at, { [end]: time })}
                />
              </span>
            ))}
            <Button
              appearance="subtle"
              icon={<Dismiss20Regular />}
              aria-label={`Remove time ${at + 1} of ${of}`}
              onClick={() => {
                const left = periods.filter((_, i) => i !== at);
                onChange({ periods: left, is_open: left.length > 0 });
              }}
            />
            {isNight(period) && (
              <span className="g-row g-gap-4 g-size-13 g-info">
                <WeatherMoon20Regular aria-hidden="true" />
                {period.open_time === period.close_time
                  ? 'Open for 24 hours'
                  : `Closes ${nextDay} ${period.close_time}`}
              </span>
            )}
          </div>
        ))}
      {is_open && (
        <span className="g-row g-gap-4">
          <Button
            appearance="subtle"
            icon={<Add20Regular />}
            aria-label={`Add a time to ${of}`}
            disabled={periods.length >= PERIODS_MAX}
            onClick={() => onChange({ is_open, periods: [...periods, { open_time: '18:00', close_time: '22:00' }] })}
          />
          {children}
        </span>
      )}
    </div>
  );
}

const isNight = ({ open_time, close_time }: typeof usual) =>
  open_time !== '' && close_time !== '' && close_time <= open_time;
