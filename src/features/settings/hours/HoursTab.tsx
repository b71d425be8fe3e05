import { Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { Info20Regular, Warning20Filled } from '@fluentui/react-icons';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import { hasHours } from '../../../../contract/restaurant/opening-hours.ts';
import type { Hours, OpeningHours, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { DatesEditor } from '../../../components/hours/DatesEditor.tsx';
import { faultsOfTimes } from '../../../components/hours/faults-of-times.ts';
import { WeekEditor } from '../../../components/hours/WeekEditor.tsx';
import { useRows } from '../../../data/live.ts';
import { mutate } from '../../../data/mutate.ts';
import { links } from '../../../links.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import { fieldLabels } from '../field-labels.ts';
import { saveHours } from '../mutations.ts';
import { scheduledOrders } from '../queries.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';
import { hoursWarnings } from './hours-warnings.ts';

type OrderTypeHours = NonNullable<OpeningHours['order_types']>;
type Shown = Required<OpeningHours>;
type Of = 'all' | keyof OrderTypeHours;

const labels = { days: fieldLabels.days, exceptions: fieldLabels.exceptions, order_types: fieldLabels.order_types };
const choices: [Of, string][] = [
  ['all', 'All order types'],
  ['delivery', 'Delivery'],
  ['pickup', 'Pickup'],
];

/** When the restaurant is open: the week, special dates, and order types with times of their own. */
export function HoursTab({ restaurant }: { restaurant: Restaurant }) {
  const [of, setOf] = useState<Of>('all');
  const now = useMinute();
  const orders = useRows('orders', scheduledOrders, []) ?? [];
  const { opening_hours: saved, timezone, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  return (
    <SettingsForm<Shown>
      name={`${restaurant.id}.hours`}
      what="opening hours"
      saved={{ ...saved, order_types: saved.order_types ?? {} }}
      labels={labels}
      faultsOf={faultsOfTimes}
      onSave={(changed) => mutate(saveHours, { body: { restaurant_id: restaurant.id, ...changed } })}
    >
      {({ shown, errors, edit }) => {
        const own = of === 'all' ? undefined : shown.order_types[of];
        const value: Hours | undefined = of === 'all' ? shown : own;
        const prefix = of === 'all' ? '' : `order_types.${of}.`;
        const mine = Object.fromEntries(
          Object.entries(errors).flatMap(([name, text]) => {
            if (!name.startsWith(prefix)) return [];
            const field = name.slice(prefix.length);
            return field.startsWith('order_types') ? [] : [[field, text]];
          }),
        );
        const set = (change: Partial<Hours>) => {
          if (of === 'all') return edit(change);
          edit({ order_types: { ...shown.order_types, [of]: { ...(own ?? emptyHours), ...change } } });
        };
        const warnings = hoursWarnings(shown, { timezone, orders, now });
        return (
          <>
            <section className={`g-group ${css.card}`} aria-labelledby="hours-week">
              <div className="g-row g-wrap g-spread g-gap-12">
                <div>
                  <h2 className="g-group-title" id="hours-week">
                    Opening hours
                  </h2>
                  <p className="g-soft">
                    {timezone.replaceAll('_', ' ')}. Customers can order only while you are open. Orders until {cutoff}{' '}
                    count for the day before.
                  </p>
                </div>
                <SelectField
                  name="hours-of"
                  label="Applies to"
                  value={of}
                  choices={choices}
                  onChange={(chosen) => setOf(chosen as Of)}
                />
              </div>
              {!hasHours(saved) && (
                <p className="g-row g-gap-8">
                  <Info20Regular className={css.rigid} aria-hidden="true" />
                  You have not entered opening hours yet. Customers can order and book once you have saved them.
                </p>
              )}
              {of !== 'all' && (
                <Switch
                  label={`${of === 'delivery' ? 'Delivery' : 'Pickup'} has its own hours`}
                  checked={own !== undefined}
                  onChange={(_event, { checked }) => {
                    const { [of]: _, ...others } = shown.order_types;
                    edit({ order_types: checked ? { ...others, [of]: { days: shown.days, exceptions: [] } } : others });
                  }}
                />
              )}
              {value && <WeekEditor days={value.days} errors={mine} onChange={(days) => set({ days })} />}
              {!value && <p className="g-soft">It follows the hours of all order types.</p>}
              {Object.keys(errors).length > Object.keys(mine).length && (
                <p className="g-size-13 g-bad" role="alert">
                  Something is wrong with the hours of another order type. Choose it above.
                </p>
              )}
            </section>
            {value && (
              <section className={`g-group ${css.card}`} aria-labelledby="hours-dates">
                <h2 className="g-group-title" id="hours-dates">
                  Holidays and special dates
                </h2>
                <DatesEditor
                  exceptions={value.exceptions}
                  errors={mine}
                  today={today}
                  onChange={(exceptions) => set({ exceptions })}
                />
                {of !== 'all' && shown.exceptions.length > 0 && (
                  <p className="g-size-13 g-soft">The dates of all order types count here, too.</p>
                )}
              </section>
            )}
            {warnings.length > 0 && (
              <section className={`g-group ${css.card}`} aria-labelledby="hours-check">
                <h2 className="g-group-title" id="hours-check">
                  Check before you save
                </h2>
                <ul className={`g-stack g-gap-8 ${css.plainList}`}>
                  {warnings.map((warning) => (
                    <li key={warning.text} className="g-row g-gap-8">
                      {warning.kind === 'order' ? (
                        <Warning20Filled className={`g-warn ${css.rigid}`} aria-hidden="true" />
                      ) : (
                        <Info20Regular className={css.rigid} aria-hidden="true" />
                      )}
                      <span>
                        {warning.text} {warning.kind === 'order' && <a href={links.order(warning.orderId)}>Open it</a>}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        );
      }}
    </SettingsForm>
  );
}

const emptyHours: Hours = { days: [], exceptions: [] };
