import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import type { BookingPeriod } from '../../../../contract/reservations/settings.ts';
import css from './settings.module.css';
import { TimeInput } from '../../../ui/form/TimeInput.tsx';

interface Props {
  label: string;
  isOpen: boolean;
  periods: readonly BookingPeriod[];
  usual: BookingPeriod;
  onChange: (day: { is_open: boolean; periods: BookingPeriod[] }) => void;
  onCopy?: () => void;
}

/** The booking times of a day, each with its maxima. */
export function PeriodFields({ label, isOpen, periods, usual, onChange, onCopy }: Props) {
  const set = (at: number, patch: Partial<BookingPeriod>) =>
    onChange({ is_open: isOpen, periods: periods.map((one, i) => (i === at ? { ...one, ...patch } : one)) });
  const nth = (at: number) => (at > 0 ? `, time ${at + 1}` : '');
  return (
    <>
      <label className="g-row g-gap-8 g-tall">
        <input
          type="checkbox"
          checked={isOpen}
          onChange={({ target }) =>
            onChange({
              is_open: target.checked,
              periods: target.checked && periods.length === 0 ? [usual] : [...periods],
            })
          }
        />
        {label}
        {!isOpen && <span className="g-faint">no bookings</span>}
      </label>
      {isOpen &&
        periods.map((period, at) => (
          // Two periods of a day have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="g-row g-wrap g-gap-8">
            {(['start_time', 'end_time'] as const).map((end) => (
              <TimeInput
                key={end}
                aria-label={`${label}, ${end === 'start_time' ? 'first booking' : 'bookings end'}${nth(at)}`}
                value={period[end]}
                onChange={(time) => set(at, { [end]: time })}
              />
            ))}
            {(['max_guests', 'max_reservations'] as const).map((field) => (
              <label key={field} className="g-row g-gap-6 g-soft">
                {field === 'max_guests' ? 'Guests per time' : 'Parties per time'}
                <input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  className={`g-input ${css.number}`}
                  placeholder="No limit"
                  aria-label={`${label}, most ${field === 'max_guests' ? 'guests' : 'parties'} per time${nth(at)}`}
                  value={period[field] ?? ''}
                  onChange={({ target }) =>
                    set(at, { [field]: /^\d+$/.test(target.value) ? Number(target.value) : null })
                  }
                />
              </label>
            ))}
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove time ${at + 1} of ${label}`}
              onClick={() => {
                const left = periods.filter((_, i) => i !== at);
                onChange({ is_open: left.length > 0, periods: left });
              }}
            />
          </div>
        ))}
      {isOpen && (
        <div className="g-row g-wrap g-gap-4">
          <Button
            appearance="subtle"
            icon={<Add20Regular />}
            aria-label={`Add a time to ${label}`}
            onClick={() => onChange({ is_open: true, periods: [...periods, { ...usual }] })}
          >
            Add a time
          </Button>
          {onCopy && (
            <Button appearance="subtle" aria-label={`Copy to all days from ${label}`} onClick={onCopy}>
              Copy to all
            </Button>
          )}
        </div>
      )}
    </>
  );
}
