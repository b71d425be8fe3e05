import { Switch } from '@fluentui/react-components';
import { isPhone } from '../../../../contract/auth/phone.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { ADDRESS_MAX, RESTAURANT_NAME_MAX } from '../../../../contract/limits.ts';
import { mutate } from '../../../data/mutate.ts';
import { countries } from '../../../lib/countries.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { fieldLabels } from '../field-labels.ts';
import { saveAccount } from '../mutations.ts';
import { SettingsForm } from '../SettingsForm.tsx';
import css from '../settings.module.css';
import { languages, timeZones } from './choices.ts';

const fields = [
  'name',
  'email',
  'phone_number_business',
  'phone_number_kitchen',
  'address',
  'postal_code',
  'city',
  'country_code',
  'business_registration_no',
  'tax_number',
  'vat_registered',
  'default_theme',
  'locale',
  'timezone',
  'business_day_cutoff_time',
] as const;
type Account = Pick<Restaurant, (typeof fields)[number]>;
type TextName = Exclude<(typeof fields)[number], 'vat_registered' | 'default_theme'>;

const labels = Object.fromEntries(fields.map((field) => [field, fieldLabels[field]])) as Record<keyof Account, string>;

/** Who the restaurant is, and how it counts days. */
export function AccountTab({ restaurant }: { restaurant: Restaurant }) {
  const saved = Object.fromEntries(fields.map((field) => [field, restaurant[field]])) as Account; // these very fields
  return (
    <SettingsForm
      name={`${restaurant.id}.account`}
      what="account"
      saved={saved}
      labels={labels}
      faultsOf={faultsOf}
      onSave={(changed) => mutate(saveAccount, { body: { restaurant_id: restaurant.id, ...bodyOf(changed) } })}
    >
      {({ shown, errors, edit }) => {
        const text = (name: TextName, maxLength: number) => ({
          name,
          label: labels[name],
          value: shown[name] ?? '',
          maxLength,
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
                  label={labels.country_code}
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
              <Switch
                label="Registered for VAT"
                checked={shown.vat_registered ?? false}
                onChange={(_event, { checked }) => edit({ vat_registered: checked })}
              />
              {shown.vat_registered ? (
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
                  label={labels.timezone}
                  value={shown.timezone}
                  hint="Opening hours, menus and reports follow this clock."
                  choices={timeZones(shown.timezone)}
                  onChange={(timezone) => edit({ timezone })}
                />
                <TextField
                  {...text('business_day_cutoff_time', 5)}
                  type="time"
                  step={900}
                  hint="Orders before this time count for the day before. A full quarter of an hour."
                />
                <SelectField
                  name="locale"
                  label={labels.locale}
                  value={shown.locale}
                  hint="In mails and chats. Your website and this back office are in English."
                  choices={languages(shown.locale)}
                  onChange={(locale) => edit({ locale })}
                />
                <SelectField
                  name="default_theme"
                  label={labels.default_theme}
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

/** Empty texts are null. A country is never taken away. */
function bodyOf(changed: Partial<Account>) {
  const { country_code, vat_registered, ...texts } = changed;
  const emptied = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  );
  return {
    ...(emptied as Omit<Account, 'country_code' | 'vat_registered'>),
    ...(country_code ? { country_code } : {}),
    ...(typeof vat_registered === 'boolean' ? { vat_registered } : {}),
  };
}

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
