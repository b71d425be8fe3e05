import { Button, Field, Input, Select } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { AvailableTimes, type BookingPeriod } from '../../../../contract/reservations/settings.ts';
import { faultsOfTimes, savedSettings } from '../../../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useSettingsDraft } from '../../../components/settings/use-settings-draft.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { settingLabels } from '../labels.ts';
import { saveAvailableTimes } from '../mutations.ts';
import { PartCard } from './PartCard.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import css from './settings.module.css';

const weekdays = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const;
const intervals = [10, 15, 20, 30, 45, 60];
const usual: BookingPeriod = { start_time: '18:00', end_time: '21:00', max_guests: null, max_reservations: null };

/** When tables may be booked, by weekday and on special dates, and how many guests arrive at a time. */
export function TimesCard({ restaurant, today }: { restaurant: Restaurant; today: string }) {
  const saved = savedSettings(restaurant).times;
  const { shown, changed, overtaken, edit, discard } = useSettingsDraft(`${restaurant.id}.times`, saved);
  const isRight = AvailableTimes.safeParse(shown).success;
  const faults = Object.values(faultsOfTimes(shown) ?? {});
  const { days, exceptions } = shown;
  const dayOf = (weekday: number) =>
    days.find((one) => one.weekday === weekday) ?? { weekday, is_open: false, periods: [] };
  const setDay = (weekday: number, patch: { is_open: boolean; periods: BookingPeriod[] }) =>
    edit({ days: [...days.filter((one) => one.weekday !== weekday), { weekday, ...patch }] });
  const setException = (at: number, patch: Partial<(typeof exceptions)[number]>) =>
    edit({ exceptions: exceptions.map((one, i) => (i === at ? { ...one, ...patch } : one)) });
  return (
    <PartCard
      title="Booking times"
      submitLabel="Save booking times"
      isDirty={Object.keys(changed).length > 0}
      overtaken={overtaken.map((field) => settingLabels[field])}
      faults={isRight ? faults : ['Enter every time and number, or remove it.']}
      onDiscard={discard}
      onSave={() => {
        mutate(saveAvailableTimes, { body: { restaurant_id: restaurant.id, ...changed } });
        discard();
        showToast({ title: 'Booking times saved' });
      }}
    >
      <p>
        Times of the restaurant ({restaurant.timezone}). The last booking starts before the end. A time that ends before
        it begins goes on after midnight.
      </p>
      <Field label="Tables can be booked every">
        <Select
          value={String(shown.slot_interval_minutes)}
          onChange={(_event, data) => edit({ slot_interval_minutes: Number(data.value) })}
        >
          {[...new Set([...intervals, shown.slot_interval_minutes])]
            .toSorted((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
        </Select>
      </Field>
      {weekdays.map(([weekday, label]) => {
        const day = dayOf(weekday);
        return (
          <fieldset key={weekday} className={css.day}>
            <legend className="g-hidden">{label}</legend>
            <PeriodFields
              label={label}
              isOpen={day.is_open}
              periods={day.periods}
              usual={usual}
              onChange={(patch) => setDay(weekday, patch)}
              onCopy={() => edit({ days: weekdays.map(([to]) => ({ ...day, weekday: to })) })}
            />
          </fieldset>
        );
      })}
      <h3 className="g-strong">Special dates</h3>
      <p>Dates with other opening hours count here too. Add a date only if its booking times differ from them.</p>
      {exceptions.map((one, at) => (
        // Rows have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={at} className={css.day}>
          <legend className="g-hidden">Special date {at + 1}</legend>
          <div className="g-row g-wrap g-gap-12">
            <Field label="Date">
              <Input type="date" value={one.date} onChange={(_event, data) => setException(at, { date: data.value })} />
            </Field>
            <Field label="Name">
              <Input
                value={one.label}
                maxLength={80}
                onChange={(_event, data) => setException(at, { label: data.value })}
              />
            </Field>
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove ${one.label || one.date}`}
              onClick={() => edit({ exceptions: exceptions.filter((_, i) => i !== at) })}
            />
          </div>
          <PeriodFields
            label={one.label || one.date}
            isOpen={one.is_open}
            periods={one.periods}
            usual={usual}
            onChange={(patch) => setException(at, patch)}
          />
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Add20Regular />}
          onClick={() => edit({ exceptions: [...exceptions, { date: today, is_open: false, periods: [], label: '' }] })}
        >
          Add a date
        </Button>
      </div>
    </PartCard>
  );
}
