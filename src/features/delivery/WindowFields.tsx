import { Button, Field } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import type { Window } from '../../../contract/menu/windows.ts';
import { weekdays } from '../../components/hours/weekdays.ts';
import { newId } from '../../data/ids.ts';
import css from './delivery.module.css';
import { TimeInput } from '../../ui/form/TimeInput.tsx';

interface Props {
  windows: readonly Window[];
  fault: string | undefined;
  onChange: (windows: Window[]) => void;
}

/** When a location is delivered to; none: whenever delivery is open. */
export function WindowFields({ windows, fault, onChange }: Props) {
  const set = (id: string, patch: Partial<Window>) =>
    onChange(windows.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  return (
    <Field label="Delivery times" hint="None: whenever delivery is open." validationMessage={fault}>
      <div className="g-stack g-gap-8" role="group">
        {windows.map((window, at) => (
          <div key={window.id} className={css.window}>
            <div className="g-row g-wrap g-gap-12">
              {weekdays.map(([weekday, label]) => (
                <label key={weekday} className="g-row g-gap-6 g-tall">
                  <input
                    type="checkbox"
                    aria-label={`${label}, time ${at + 1}`}
                    checked={window.weekdays.includes(weekday)}
                    onChange={({ target }) =>
                      set(window.id, {
                        weekdays: target.checked
                          ? [...window.weekdays, weekday]
                          : window.weekdays.filter((one) => one !== weekday),
                      })
                    }
                  />
                  {label.slice(0, 3)}
                </label>
              ))}
            </div>
            <div className="g-row g-gap-8">
              {(['start_time', 'end_time'] as const).map((end) => (
                <TimeInput
                  key={end}
                  required
                  aria-label={`${end === 'start_time' ? 'From' : 'Until'}, time ${at + 1}`}
                  value={window[end]}
                  onChange={(time) => time && set(window.id, { [end]: time })}
                />
              ))}
              <Button
                appearance="subtle"
                icon={<Delete20Regular />}
                aria-label={`Remove time ${at + 1}`}
                onClick={() => onChange(windows.filter(({ id }) => id !== window.id))}
              />
            </div>
          </div>
        ))}
        <div>
          <Button
            icon={<Add20Regular />}
            disabled={windows.length >= 20}
            onClick={() =>
              onChange([
                ...windows,
                {
                  id: newId(),
                  validity: 'weekly',
                  weekdays: [1, 2, 3, 4, 5, 6, 0],
                  start_time: '17:00',
                  end_time: '22:00',
                  start_date: null,
                  end_date: null,
                },
              ])
            }
          >
            Add times
          </Button>
        </div>
      </div>
    </Field>
  );
}
