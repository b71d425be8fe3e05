import { Switch } from '@fluentui/react-components';
import { orderTypes, type OrderThrottle, type Restaurant } from '../../../../contract/restaurant/rows.ts';
import { mutate } from '../../../data/mutate.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { fieldLabels } from '../field-labels.ts';
import { saveService } from '../mutations.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';
import { NumberField } from './NumberField.tsx';

const fields = [
  'order_type',
  'delivery_type',
  'auto_accept',
  'answer_deadline_minutes',
  'default_prep_minutes',
  'order_throttle',
] as const;
type Service = Pick<Restaurant, (typeof fields)[number]>;
const labels = Object.fromEntries(fields.map((field) => [field, fieldLabels[field]])) as Record<keyof Service, string>;

const deliverers = [
  ['none', 'Nobody yet'],
  ['own_couriers', 'Your own couriers'],
  ['delivery_partner', 'A delivery partner'],
  ['both', 'Both'],
] as const;
const slots = [5, 10, 15, 20, 30, 60] as const;
const usualThrottle: OrderThrottle = { slot_minutes: 15, max_orders: 10, max_items: null };

/** Which orders are taken, how fast, and how many at a time. */
export function OrdersTab({ restaurant }: { restaurant: Restaurant }) {
  const saved = Object.fromEntries(fields.map((field) => [field, restaurant[field] ?? null])) as Service; // these very fields
  return (
    <SettingsForm
      name={`${restaurant.id}.orders`}
      what="order settings"
      saved={saved}
      labels={labels}
      faultsOf={faultsOf}
      onSave={(changed) => mutate(saveService, { body: { restaurant_id: restaurant.id, ...changed } })}
    >
      {({ shown, errors, edit }) => {
        const { default_prep_minutes: prep, order_throttle: throttle } = shown;
        return (
          <>
            <section className={`g-group ${css.card}`} aria-labelledby="orders-types">
              <h2 className="g-group-title" id="orders-types">
                Order types
              </h2>
              <div className={css.fields} role="group" aria-labelledby="orders-types">
                {orderTypes.map((type) => (
                  <label key={type} className={`g-row g-gap-8 g-tall ${css.check}`}>
                    <input
                      type="checkbox"
                      checked={shown.order_type.includes(type)}
                      onChange={({ target }) =>
                        edit({
                          order_type: orderTypes.filter((one) =>
                            one === type ? target.checked : shown.order_type.includes(one),
                          ),
                        })
                      }
                    />
                    {typeLabel(type)}
                  </label>
                ))}
              </div>
              {errors['order_type'] && (
                <p className="g-size-13 g-bad" role="alert">
                  {errors['order_type']}
                </p>
              )}
              {shown.order_type.includes('delivery') && (
                <div className={css.fields}>
                  <SelectField
                    name="delivery_type"
                    label={labels.delivery_type}
                    value={shown.delivery_type}
                    choices={deliverers}
                    onChange={(value) => edit({ delivery_type: value as Service['delivery_type'] })}
                  />
                </div>
              )}
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="orders-answer">
              <h2 className="g-group-title" id="orders-answer">
                New orders
              </h2>
              <Switch
                label="Accept online orders automatically"
                checked={shown.auto_accept}
                onChange={(_event, { checked }) => edit({ auto_accept: checked })}
              />
              <div className={css.fields}>
                <NumberField
                  name="answer_deadline_minutes"
                  label="Minutes to answer an order"
                  value={shown.answer_deadline_minutes}
                  error={errors['answer_deadline_minutes'] ?? null}
                  hint="After that, the order is rejected."
                  onChange={(minutes) => edit({ answer_deadline_minutes: minutes ?? Number.NaN })}
                />
              </div>
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="orders-prep">
              <h2 className="g-group-title" id="orders-prep">
                Usual waiting times
              </h2>
              <p>What customers are promised, in minutes. A rush adds to it.</p>
              <div className={css.fields}>
                {(['pickup', 'delivery', 'dine_in'] as const).map((type) => (
                  <NumberField
                    key={type}
                    name={`prep-${type}`}
                    label={typeLabel(type)}
                    value={prep[type]}
                    error={errors[`prep-${type}`] ?? null}
                    onChange={(minutes) => edit({ default_prep_minutes: { ...prep, [type]: minutes ?? Number.NaN } })}
                  />
                ))}
              </div>
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="orders-limits">
              <h2 className="g-group-title" id="orders-limits">
                Order limits
              </h2>
              <p>
                So that the kitchen is not overrun: online orders beyond the limit get a later time, and a full time
                cannot be chosen. Orders that staff take are never refused.
              </p>
              <Switch
                label="Limit online orders"
                checked={throttle != null}
                onChange={(_event, { checked }) => edit({ order_throttle: checked ? usualThrottle : null })}
              />
              {throttle && (
                <div className={css.fields}>
                  <SelectField
                    name="slot_minutes"
                    label="Counted per"
                    value={String(throttle.slot_minutes)}
                    choices={slots.map((minutes) => [String(minutes), `${minutes} minutes`] as const)}
                    onChange={(value) => {
                      const slot_minutes = slots.find((slot) => String(slot) === value) ?? throttle.slot_minutes;
                      edit({ order_throttle: { ...throttle, slot_minutes } });
                    }}
                  />
                  <NumberField
                    name="max_orders"
                    label="Orders at most"
                    value={throttle.max_orders}
                    hint="Empty: any number."
                    error={errors['max_orders'] ?? null}
                    onChange={(max_orders) => edit({ order_throttle: { ...throttle, max_orders } })}
                  />
                  <NumberField
                    name="max_items"
                    label="Dishes at most"
                    value={throttle.max_items}
                    hint="Empty: any number."
                    error={errors['max_items'] ?? null}
                    onChange={(max_items) => edit({ order_throttle: { ...throttle, max_items } })}
                  />
                </div>
              )}
            </section>
          </>
        );
      }}
    </SettingsForm>
  );
}

function faultsOf({ order_type, answer_deadline_minutes, default_prep_minutes, order_throttle }: Service) {
  const faults: Record<string, string> = {};
  const check = (name: string, value: number, min: number, max: number) => {
    if (!(value >= min && value <= max)) faults[name] = `Enter a number from ${min} to ${max}`;
  };
  if (order_type.length === 0) faults['order_type'] = 'Choose at least one';
  check('answer_deadline_minutes', answer_deadline_minutes, 3, 120);
  for (const [type, minutes] of Object.entries(default_prep_minutes)) check(`prep-${type}`, minutes, 1, 600);
  if (order_throttle) {
    const { max_orders, max_items } = order_throttle;
    if (max_orders === null && max_items === null) faults['max_orders'] = 'Enter a limit, or turn the limits off';
    if (max_orders !== null) check('max_orders', max_orders, 1, 999);
    if (max_items !== null) check('max_items', max_items, 1, 9_999);
  }
  return faults;
}
