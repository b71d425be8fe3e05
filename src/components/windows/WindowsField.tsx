import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import type { Window } from '../../../contract/menu/windows.ts';
import { newId } from '../../data/ids.ts';
import css from './windows.module.css';
import { TimeInput } from '../../ui/form/TimeInput.tsx';

interface Props {
  windows: Window[];
  /** What it means that there are none: "Customers can order this item whenever you are open." */
  always: string;
  onChange: (windows: Window[]) => void;
}

/** Monday first, as the week is read. */
const weekdays = [
  [1, 'Mon'],
  [2, 'Tue'],
  [3, 'Wed'],
  [4, 'Thu'],
  [5, 'Fri'],
  [6, 'Sat'],
  [0, 'Sun'],
] as const;

/** When something is on the menu; without any it always is. An end at or before the start is on the next day. */
export function WindowsField({ windows, always, onChange }: Props) {
  const set = (id: string, patch: Partial<Window>) =>
    onChange(windows.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  return (
    <fieldset className={css.set}>
      <legend>Times</legend>
      {windows.length === 0 && <p className="g-soft">{always}</p>}
      <ul className={`g-stack g-gap-12 ${css.rows}`}>
        {windows.map((one) => (
          <li key={one.id} className={`g-grid g-gap-8 g-edge g-round-8 ${css.window}`}>
            <Field label="Days">
              <Select
                value={one.validity}
                onChange={(_event, data) => set(one.id, { validity: data.value as Window['validity'] })}
              >
                <option value="always">Every day</option>
                <option value="weekly">Some weekdays</option>
                <option value="date_range">Between two dates</option>
              </Select>
            </Field>
            <Field label="From">
              <TimeInput value={one.start_time} onChange={(time) => time && set(one.id, { start_time: time })} />
            </Field>
            <Field label="Until" hint={one.end_time <= one.start_time ? 'The next day' : undefined}>
              <TimeInput value={one.end_time} onChange={(time) => time && set(one.id, { end_time: time })} />
            </Field>
            {one.validity === 'date_range' && (
              <>
                <Field label="First day">
                  <Input
                    type="date"
                    value={one.start_date ?? ''}
                    onChange={(_event, data) => set(one.id, { start_date: data.value || null })}
                  />
                </Field>
                <Field label="Last day">
                  <Input
                    type="date"
                    value={one.end_date ?? ''}
                    onChange={(_event, data) => set(one.id, { end_date: data.value || null })}
                  />
                </Field>
              </>
            )}
            {one.validity === 'weekly' && (
              <div className="g-row g-wrap g-line-row">
                {weekdays.map(([day, name]) => (
                  <Checkbox
                    key={day}
                    label={name}
                    checked={one.weekdays.includes(day)}
                    onChange={(_event, data) =>
                      set(one.id, {
                        weekdays: data.checked ? [...one.weekdays, day] : one.weekdays.filter((other) => other !== day),
                      })
                    }
                  />
                ))}
              </div>
            )}
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label="Remove these times"
              onClick={() => onChange(windows.filter((other) => other.id !== one.id))}
            />
          </li>
        ))}
      </ul>
      {windows.length < 20 && (
        <Button icon={<Add20Regular />} onClick={() => onChange([...windows, newWindow()])}>
          Add times
        </Button>
      )}
    </fieldset>
  );
}

const newWindow = (): Window => ({
  id: newId(),
  validity: 'always',
  weekdays: [1, 2, 3, 4, 5],
  start_time: '12:00',
  end_time: '15:00',
  start_date: null,
  end_date: null,
});
