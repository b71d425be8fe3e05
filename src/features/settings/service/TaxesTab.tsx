import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { foldName } from '../../../../contract/names.ts';
import type { Restaurant, TaxSettings } from '../../../../contract/restaurant/rows.ts';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { showsTax } from '../../../../contract/orders/receipt.ts';
import { fieldLabels } from '../field-labels.ts';
import { saveService } from '../mutations.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';
import { percentText, readPercent } from './percent.ts';

type Mode = TaxSettings['tax_mode'];
type Purpose = TaxSettings['rates'][number]['applies_to'];
/** A rate as it is typed. */
interface Typed {
  id: string;
  name: string;
  percent: string;
  applies_to: Purpose;
}
interface Taxes {
  tax_settings: { tax_mode: Mode; rates: Typed[] };
}

const purposes: [Purpose, string][] = [
  ['all', 'Everything without a rate'],
  ['alcohol', 'Alcoholic drinks without a rate'],
  ['chosen', 'Not used by itself'],
];

const modes: [Mode, string][] = [
  ['inclusive', 'Included in the prices'],
  ['exclusive', 'Added to the prices'],
];

const typed = (settings: TaxSettings | null | undefined): Taxes => ({
  tax_settings: {
    tax_mode: settings?.tax_mode ?? 'inclusive',
    rates: (settings?.rates ?? []).map(({ rate_bp, ...rate }) => ({ ...rate, percent: percentText(rate_bp) })),
  },
});

/** The usual tax rates. A dish or category with a rate of its own keeps it. */
export function TaxesTab({ restaurant }: { restaurant: Restaurant }) {
  return (
    <SettingsForm<Taxes>
      name={`${restaurant.id}.taxes`}
      what="taxes"
      saved={typed(restaurant.tax_settings)}
      labels={{ tax_settings: fieldLabels.tax_settings }}
      faultsOf={faultsOf}
      onSave={({ tax_settings: taxes }) =>
        taxes &&
        mutate(saveService, {
          body: {
            restaurant_id: restaurant.id,
            tax_settings: {
              tax_mode: taxes.tax_mode,
              rates: taxes.rates.map(({ percent, ...rate }) => ({ ...rate, rate_bp: readPercent(percent) ?? 0 })),
            },
          },
        })
      }
    >
      {({ shown: { tax_settings: taxes }, errors, edit }) => {
        const set = (change: Partial<Taxes['tax_settings']>) => edit({ tax_settings: { ...taxes, ...change } });
        const setRate = (id: string, change: Partial<Typed>) =>
          set({ rates: taxes.rates.map((rate) => (rate.id === id ? { ...rate, ...change } : rate)) });
        return (
          <section className={`g-group ${css.card}`} aria-labelledby="taxes-title">
            <h2 className="g-group-title" id="taxes-title">
              Taxes
            </h2>
            <p>
              These rates are for dishes that have no rate of their own, neither on the dish nor on its category. They
              count for new orders.{' '}
              {showsTax(restaurant)
                ? 'Receipts show each by its name.'
                : 'Receipts show no tax in your prices, because you are not registered for VAT (under Account).'}
            </p>
            {taxes.rates.length === 0 && <p className="g-soft">No rates yet.</p>}
            {taxes.rates.map((rate, at) => (
              <div key={rate.id} className={css.line} role="group" aria-label={rate.name || `Rate ${at + 1}`}>
                <TextField
                  label="Name"
                  value={rate.name}
                  maxLength={60}
                  placeholder="Standard rate"
                  error={errors[`${rate.id}.name`] ?? null}
                  onChange={(name) => setRate(rate.id, { name })}
                />
                <TextField
                  label="Per cent"
                  value={rate.percent}
                  inputMode="decimal"
                  maxLength={6}
                  error={errors[`${rate.id}.percent`] ?? null}
                  onChange={(percent) => setRate(rate.id, { percent })}
                />
                <SelectField
                  name={`${rate.id}.for`}
                  label="Used for"
                  value={rate.applies_to}
                  choices={purposes}
                  error={errors[`${rate.id}.for`] ?? null}
                  onChange={(purpose) => setRate(rate.id, { applies_to: purpose as Purpose })}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={`Remove ${rate.name || 'this rate'}`}
                  onClick={() => set({ rates: taxes.rates.filter(({ id }) => id !== rate.id) })}
                />
              </div>
            ))}
            <Button
              className={css.start}
              icon={<Add20Regular />}
              disabled={taxes.rates.length >= 20}
              onClick={() =>
                set({
                  rates: [
                    ...taxes.rates,
                    { id: newId(), name: '', percent: '', applies_to: taxes.rates.length === 0 ? 'all' : 'chosen' },
                  ],
                })
              }
            >
              Add a rate
            </Button>
            <SelectField
              name="tax_mode"
              label="Tax in the prices of new menus"
              value={taxes.tax_mode}
              choices={modes}
              hint="Each menu can say otherwise. The menus that you have stay as they are."
              onChange={(mode) => set({ tax_mode: mode as Mode })}
            />
          </section>
        );
      }}
    </SettingsForm>
  );
}

function faultsOf({ tax_settings: { rates } }: Taxes): Record<string, string> {
  const faults: Record<string, string> = {};
  const names = new Set<string>();
  const used = new Set<Purpose>();
  for (const { id, name, percent, applies_to } of rates) {
    const folded = foldName(name);
    if (folded === '') faults[`${id}.name`] = 'Required';
    else if (names.has(folded)) faults[`${id}.name`] = 'Two rates have this name';
    if (readPercent(percent) === null) faults[`${id}.percent`] = 'Enter a number such as 20 or 5.5';
    if (applies_to !== 'chosen' && used.has(applies_to)) faults[`${id}.for`] = 'Another rate is used for this';
    names.add(folded);
    used.add(applies_to);
  }
  return faults;
}
