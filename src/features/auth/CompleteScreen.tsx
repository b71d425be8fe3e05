import { Button } from '@fluentui/react-components';
import { Checkmark16Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { countryDefaults, usedCurrencies } from '../../../contract/auth/country-defaults.ts';
import { ADDRESS_MAX, CITY_MAX, PHONE_MAX, POSTAL_CODE_MAX, RESTAURANT_NAME_MAX } from '../../../contract/limits.ts';
import { links } from '../../links.ts';
import { views } from '../../views.ts';
import { setAccount, useSession } from '../../session/session.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { callAuth } from './form/call-auth.ts';
import { AuthForm } from './form/AuthForm.tsx';
import { AuthPage } from './form/AuthPage.tsx';
import { filled, phone } from './form/checks.ts';
import own from './CompleteScreen.module.css';
import { countries } from '../../lib/countries.ts';
import styles from './form/form.module.css';
import { dropDraft, keepDraft, readDraft, type ProfileValues } from '../../session/profile-draft.ts';
import { ChoiceField } from './form/ChoiceField.tsx';
import { useForm, type Form } from '../../ui/form/use-form.ts';
import { useFreshAccount } from './use-fresh-account.ts';
import { usePhoneCheck } from './form/use-phone-check.ts';
import { useSubmit } from './form/use-submit.ts';

const PlacesDialog = lazy(views.placesDialog);

const all = countries();
const allCountries = all.map(({ code, name }) => [code, name] as const);
/** The default currency. */
const CURRENCY = 'GBP';

/** The business profile: four fields are required, the rest can wait. Input is kept on this device until it is sent. */
export function CompleteScreen() {
  const { user, restaurant, hasOthers, places } = useSession();
  const [isChoosing, setIsChoosing] = useState(false);
  useFreshAccount({ isAskedFirst: false }); // otherwise the 403 for an incomplete owner would be logged on the console at each visit
  const [isKept, setIsKept] = useState(false);
  const form = useForm<ProfileValues>(
    { ...fromRestaurant(restaurant), ...readDraft(user?.id ?? '') },
    {
      name: filled("Enter the restaurant's name"),
      address: filled('Enter street and number'),
      city: filled('Enter the city'),
      country_code: filled('Choose the country'),
      phone_number_business: phone,
      phone_number_kitchen: phone,
    },
    (values) => setIsKept(user !== null && keepDraft(user.id, values)),
  );
  const { values } = form;
  const proposed = countryDefaults(values.country_code);
  const business = usePhoneCheck(values.phone_number_business, values.country_code);
  const kitchen = usePhoneCheck(values.phone_number_kitchen, values.country_code);
  const needed = [values.name, values.address, values.city, values.country_code];
  const done = needed.filter((value) => value.trim() !== '').length;

  const submission = useSubmit(
    form,
    (typed) =>
      callAuth('completeProfile', {
        ...bodyOf(typed),
        ...(restaurant?.version !== undefined && { seen_version: restaurant.version }),
      }),
    (account) => {
      dropDraft();
      setAccount(account);
    },
  );

  return (
    <AuthPage
      title="Your restaurant"
      above={
        <div className={own.progress}>
          <p className="g-text-13 g-flex g-spread g-faint">
            <span>Step 3 of 3</span>
            <span className="g-inline g-gap-4 g-ok" aria-live="polite">
              {isKept && (
                <>
                  <Checkmark16Regular aria-hidden="true" />
                  Saved on this device
                </>
              )}
            </span>
          </p>
          <div className={`g-surface-3 ${own.track}`} aria-hidden="true">
            <div className={own.bar} style={{ width: `${Math.round(((2 + done / 4) / 3) * 100)}%` }} />
          </div>
        </div>
      }
      intro="Four things are needed before orders can come in. The rest can wait."
    >
      <AuthForm
        submission={submission}
        submitLabel="Finish"
        footClassName={own.ends}
        aside={
          <>
            <Link href={links.logout()} className={`g-strong g-soft ${own.leave}`}>
              Log out
            </Link>
            {(hasOthers || places.length > 0) && (
              <Button appearance="subtle" onClick={() => setIsChoosing(true)}>
                Your other restaurants
              </Button>
            )}
          </>
        }
      >
        <TextField
          {...form.field('name')}
          label="Restaurant name"
          autoComplete="organization"
          maxLength={RESTAURANT_NAME_MAX}
          required
        />
        <TextField
          {...form.field('address')}
          label="Address"
          autoComplete="street-address"
          maxLength={ADDRESS_MAX}
          required
        />
        <div className={styles.pair}>
          <TextField {...form.field('city')} label="City" autoComplete="address-level2" maxLength={CITY_MAX} required />
          <TextField
            {...form.field('postal_code')}
            label="Postcode"
            autoComplete="postal-code"
            maxLength={POSTAL_CODE_MAX}
          />
        </div>
        <ChoiceField
          {...form.field('country_code')}
          label="Country"
          choices={[['', 'Choose'], ...allCountries]}
          autoComplete="country"
          required
        />
        <div className={styles.roomy}>
          <ChoiceField
            {...proposing(form.field('currency'), proposed?.currency ?? CURRENCY)}
            label="Currency"
            choices={currencies()}
            autoComplete="off"
          />
          <ChoiceField
            {...proposing(form.field('timezone'), proposed?.timezone ?? '')}
            label="Time zone"
            choices={zones(proposed?.timezone)}
            autoComplete="off"
          />
        </div>
        <div className={styles.roomy}>
          <PhoneField
            {...form.field('phone_number_business')}
            label="Business phone"
            check={business}
            autoComplete="tel"
          />
          <PhoneField
            {...form.field('phone_number_kitchen')}
            label="Kitchen phone"
            check={kitchen}
            autoComplete="off"
          />
        </div>
      </AuthForm>
      {isChoosing && (
        <Suspense>
          <PlacesDialog onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </AuthPage>
  );
}

interface PhoneFieldProps extends ReturnType<Form<ProfileValues>['field']> {
  label: string;
  check: ReturnType<typeof usePhoneCheck>;
  autoComplete: string;
}

function PhoneField({ check, onBlur, ...field }: PhoneFieldProps) {
  const leave = () => {
    onBlur();
    check.onBlur();
  };
  return (
    <TextField {...field} type="tel" maxLength={PHONE_MAX} {...(check.hint && { hint: check.hint })} onBlur={leave} />
  );
}

/** Shows the proposal for the country until the owner chooses something else. */
const proposing = <F extends { value: string }>(field: F, proposal: string): F => ({
  ...field,
  value: field.value || proposal,
});

function currencies(): (readonly [string, string])[] {
  const names = new Intl.DisplayNames('en-GB', { type: 'currency' });
  return usedCurrencies().map((code) => [code, `${code} ${names.of(code) ?? ''}`]);
}

function zones(proposed: string | undefined): (readonly [string, string])[] {
  // Some browsers know some zones only by an older name.
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ...(proposed ? [proposed] : [])]);
  const named = [...known].filter((zone) => zone.includes('/')).toSorted();
  return [
    ...(proposed ? [] : [['', 'From the country'] as const]),
    ...named.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
  ];
}

/** Leaves out empty optional fields, which were not answered. */
function bodyOf(values: ProfileValues) {
  const { name, address, city, country_code, ...optional } = values;
  const given = Object.entries(optional).filter(([, value]) => value.trim() !== '');
  return {
    name: name.trim(),
    address: address.trim(),
    city: city.trim(),
    country_code,
    ...Object.fromEntries(given.map(([field, value]) => [field, value.trim()])),
  };
}

function fromRestaurant(restaurant: ReturnType<typeof useSession>['restaurant']): ProfileValues {
  return {
    name: restaurant?.name ?? '',
    address: restaurant?.address ?? '',
    city: restaurant?.city ?? '',
    postal_code: restaurant?.postal_code ?? '',
    country_code: restaurant?.country_code ?? countryOf(navigator.language),
    phone_number_business: restaurant?.phone_number_business ?? '',
    phone_number_kitchen: restaurant?.phone_number_kitchen ?? '',
    currency: '',
    timezone: '',
  };
}

/** "en-GB" → "GB"; only a proposal. */
function countryOf(language: string): string {
  const region = /-([A-Z]{2})$/.exec(language)?.[1] ?? '';
  return all.some(({ code }) => code === region) ? region : '';
}
