import { Switch } from '@fluentui/react-components';
import { isPhone } from '../../../../contract/auth/phone.ts';
import { type Field, valuesOf, type ValuesOf } from '../../../../contract/entity-fields.ts';
import { showsTax } from '../../../../contract/orders/receipt.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { accountFields } from '../../../../contract/restaurant/setting-fields.ts';
import type { AccountBody } from '../../../../contract/settings/edit-restaurant.ts';
import { ADDRESS_MAX, RESTAURANT_NAME_MAX } from '../../../../contract/limits.ts';
import { mutate } from '../../../data/mutate.ts';
import { countries } from '../../../lib/countries.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { fieldLabels } from '../field-labels.ts';
import { saveAccount } from '../mutations.ts';
import { SettingsForm } from '../../../components/settings/SettingsForm.tsx';
import css from '../../../components/settings/settings.module.css';
import { languages, timeZones } from './choices.ts';

type Account = ValuesOf<typeof accountFields>;
type TextName = { [K in keyof Account]: Account[K] extends string | null ? K : never }[keyof Account];

const flags = (Object.entries(accountFields) as [keyof Account, Field][]).filter(([, { kind }]) => kind === 'flag');

/** Who the restaurant is, and how it counts days. */
export function AccountTab({ restaurant }: { restaurant: Restaurant }) {
  const saved = valuesOf(accountFields, restaurant);
  return (
    <SettingsForm
      name={`${restaurant.id}.account`}
      what="account"
      saved={saved}
      labels={fieldLabels}
      faultsOf={faultsOf}
      onSave={(changed) => mutate(saveAccount, { body: { restaurant_id: restaurant.id, ...bodyOf(changed) } })}
    >
      {({ shown, errors, edit }) => {
        const text = (name: TextName, maxLength?: number) => ({
          name,
          label: fieldLabels[name],
          value: shown[name] ?? '',
          ...(maxLength && { maxLength }),
          error: errors[name] ?? null,
          onChange: (value: string) => edit({ [name]: value }),
        });
        return (
          <>
            <section className={`g-group ${css.card}`} aria-labelledby="account-who">
              <h2 className="g-group-title" id="account-who">
                Restaurant
              </h2>
              <p>Name, phone and address are on your website and on receipts.</p>
              <div className={css.fields}>
                <TextField {...text('name', RESTAURANT_NAME_MAX)} required />
                <TextField {...text('email', 254)} type="email" hint="Mails about orders go here." required />
                <TextField {...text('phone_number_business', 40)} type="tel" />
                <TextField {...text('phone_number_kitchen', 40)} type="tel" hint="Not shown to customers." />
              </div>
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="account-where">
              <h2 className="g-group-title" id="account-where">
                Address
              </h2>
              <div className={css.fields}>
                <TextField {...text('address', ADDRESS_MAX)} />
                <TextField {...text('postal_code', 20)} />
                <TextField {...text('city', 80)} />
                <SelectField
                  name="country_code"
                  label={fieldLabels.country_code}
                  value={shown.country_code ?? ''}
                  choices={[
                    ...(shown.country_code ? [] : [['', 'Choose…'] as const]),
                    ...countries().map(({ code, name }) => [code, name] as const),
                  ]}
                  onChange={(country_code) => edit({ country_code })}
                />
              </div>
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="account-business">
              <h2 className="g-group-title" id="account-business">
                Business
              </h2>
              <div className={css.fields}>
                <TextField {...text('business_registration_no', 60)} hint="On receipts and your website." />
                <TextField
                  {...text('tax_number', 60)}
                  hint="On receipts and your website, once you are registered for VAT."
                />
              </div>
              {flags.map(([name, { label }]) => (
                <Switch
                  key={name}
                  label={label}
                  checked={shown[name] === true}
                  onChange={(_event, { checked }) => edit({ [name]: checked })}
                />
              ))}
              {showsTax(shown) ? (
                shown.tax_number?.trim() ? (
                  <p className="g-soft">Receipts show net, tax and gross of each tax rate.</p>
                ) : (
                  <p className="g-warn">Receipts need your tax number.</p>
                )
              ) : (
                <p className="g-soft">
                  Receipts show no VAT. Turn this on if you are registered for VAT, or for another tax that your prices
                  include.
                </p>
              )}
            </section>
            <section className={`g-group ${css.card}`} aria-labelledby="account-time">
              <h2 className="g-group-title" id="account-time">
                Formats, time and theme
              </h2>
              <div className={css.fields}>
                <SelectField
                  name="timezone"
                  label={fieldLabels.timezone}
                  value={shown.timezone}
                  hint="Opening hours, menus and reports follow this clock."
                  choices={timeZones(shown.timezone)}
                  onChange={(timezone) => edit({ timezone })}
                />
                <TimeField
                  {...text('business_day_cutoff_time')}
                  hint="Orders before this time count for the day before. A full quarter of an hour."
                />
                <SelectField
                  name="locale"
                  label={fieldLabels.locale}
                  value={shown.locale}
                  hint="In mails and chats. Your website and this back office are in English."
                  choices={languages(shown.locale)}
                  onChange={(locale) => edit({ locale })}
                />
                <SelectField
                  name="default_theme"
                  label={fieldLabels.default_theme}
                  value={shown.default_theme ?? ''}
                  hint="Each device may choose another."
                  choices={[
                    ['', 'As the device'],
                    ['light', 'Light'],
                    ['dark', 'Dark'],
                  ]}
                  onChange={(theme) => edit({ default_theme: theme === '' ? null : (theme as 'light' | 'dark') })}
                />
              </div>
              {shown.timezone !== saved.timezone && (
                <p className="g-warn">
                  Opening hours keep their times on the clock, in the new time zone. Orders that were placed stay as
                  they are.
                </p>
              )}
            </section>
          </>
        );
      }}
    </SettingsForm>
  );
}

/** Empty texts are null. Neither a country nor a yes or no is ever taken away. */
const bodyOf = (changed: Partial<Account>) =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]) => {
      const next = typeof value === 'string' && value.trim() === '' ? null : value;
      const isKept = next === null && (name === 'country_code' || accountFields[name as keyof Account].kind === 'flag');
      return isKept ? [] : [[name, next]];
    }),
  ) as AccountBody;

function faultsOf(shown: Account): Record<string, string> {
  const faults: Record<string, string> = {};
  if (shown.name.trim() === '') faults['name'] = 'Required';
  if (!/^\S+@\S+\.\S+$/.test(shown.email.trim())) faults['email'] = 'Enter a valid e-mail address';
  for (const name of ['phone_number_business', 'phone_number_kitchen'] as const)
    if (shown[name]?.trim() && !isPhone(shown[name])) faults[name] = 'Enter a valid phone number';
  const { business_day_cutoff_time: cutoff } = shown;
  if (!/^\d\d:(00|15|30|45)$/.test(cutoff))
    faults['business_day_cutoff_time'] = 'Choose a full quarter of an hour, such as 04:00 or 04:15';
  return faults;
}
