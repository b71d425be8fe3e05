import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { OpeningHours } from '../../../../contract/restaurant/rows.ts';
import css from '../chatbot.module.css';
import { weekdays } from '../labels.ts';
import { saveHours } from '../requests.ts';
import type { StepProps } from './step-props.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';
import { TimeInput } from '../../../ui/form/TimeInput.tsx';

type Day = OpeningHours['days'][number];

/** The restaurant's opening hours by weekday. A close at or before the opening is on the next day. */
export function HoursStep({ chatbot, onNext }: StepProps) {
  const sending = useAction();
  const [days, setDays] = useState<Day[]>(() =>
    weekdays.map(
      ([weekday]) =>
        chatbot.working_hours.days.find((day) => day.weekday === weekday) ?? { weekday, is_open: false, periods: [] },
    ),
  );
  const { exceptions } = chatbot.working_hours;
  const change = (next: Day) => setDays((before) => before.map((day) => (day.weekday === next.weekday ? next : day)));

  async function save() {
    const faults = Object.fromEntries(
      days.flatMap((day, at) =>
        day.is_open && day.periods.some(({ open_time, close_time }) => !open_time || !close_time)
          ? [[`days.${at}`, 'Enter both times']]
          : [],
      ),
    );
    if (Object.keys(faults).length > 0) return sending.show('', faults);
    if ((await sending.run(() => saveHours(days)))?.ok) onNext();
  }
  return (
    <ActionForm
      className={`g-group ${css.card}`}
      title="Opening hours"
      submitLabel="Save and finish"
      action={sending}
      onSend={save}
    >
      <p className="g-soft">
        Times of the restaurant ({chatbot.timezone}). A time that ends before it begins goes on after midnight.
        {exceptions.length > 0 && ` Your ${exceptions.length} dates with other hours stay.`}
      </p>
      {days.map((day, at) => (
        <DayRow key={day.weekday} day={day} error={sending.errors[`days.${at}`]} onChange={change} />
      ))}
    </ActionForm>
  );
}

function DayRow({ day, error, onChange }: { day: Day; error: string | undefined; onChange: (day: Day) => void }) {
  const label = weekdays.find(([weekday]) => weekday === day.weekday)![1];
  const setPeriods = (periods: Day['periods']) => onChange({ ...day, periods, is_open: periods.length > 0 });
  return (
    <fieldset className={css.day}>
      <legend className="g-hidden">{label}</legend>
      <label className="g-row g-gap-8 g-tall">
        <input
          type="checkbox"
          checked={day.is_open}
          onChange={({ target }) => setPeriods(target.checked ? [{ open_time: '11:00', close_time: '22:00' }] : [])}
        />
        {label}
      </label>
      <div className="g-stack g-gap-8">
        {day.periods.length === 0 && <span className="g-soft">Closed</span>}
        {day.periods.map((period, at) => (
          // Two periods of a day have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="g-row g-gap-8">
            {(['open_time', 'close_time'] as const).map((end) => (
              <TimeInput
                key={end}
                aria-label={`${label}, ${end === 'open_time' ? 'opens' : 'closes'}${at > 0 ? `, time ${at + 1}` : ''}`}
                value={period[end]}
                onChange={(time) => setPeriods(day.periods.map((one, i) => (i === at ? { ...one, [end]: time } : one)))}
              />
            ))}
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove time ${at + 1} of ${label}`}
              onClick={() => setPeriods(day.periods.filter((_, i) => i !== at))}
            />
          </div>
        ))}
        {day.is_open && (
          <div>
            <Button
              appearance="subtle"
              icon={<Add20Regular />}
              aria-label={`Add a time to ${label}`}
              onClick={() => setPeriods([...day.periods, { open_time: '18:00', close_time: '22:00' }])}
            >
              Add a time
            </Button>
          </div>
        )}
        {error !== undefined && (
          <p className="g-size-13 g-bad" role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
