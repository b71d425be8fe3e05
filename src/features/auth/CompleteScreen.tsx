import { Button, Select } from '@fluentui/react-components';
import { Checkmark16Regular } from '@fluentui/react-icons';
import { useId, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { links } from '../../routes.ts';
import { setAccount, useSession } from '../../session/session.ts';
import { FieldFrame } from '../../ui/FieldFrame.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ask, warmUp } from './ask.ts';
import { AuthPage } from './AuthPage.tsx';
import { filled, phone } from './checks.ts';
import own from './CompleteScreen.module.css';
import { countries } from './countries.ts';
import styles from './form.module.css';
import { FormNotice } from './FormNotice.tsx';
import { dropDraft, keepDraft, readDraft, type ProfileValues } from './profile-draft.ts';
import { OFFLINE_WORDS, refusalWords } from './refusal-words.ts';
import { useForm } from './use-form.ts';
import { useOnline } from './use-online.ts';

const all = countries();

/** The business profile: four things are needed, the rest can wait. What is typed is kept on this device until it is sent. */
export function CompleteScreen() {
  const { user, restaurant } = useSession();
  const isOnline = useOnline();
  const [isKept, setIsKept] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const form = useForm<ProfileValues>(
    { ...fromRestaurant(restaurant), ...readDraft(user?.id ?? '', localStorage) },
    {
      name: filled("Enter the restaurant's name"),
      address: filled('Enter street and number'),
      city: filled('Enter the city'),
      country_code: filled('Choose the country'),
      phone_number_business: phone,
      phone_number_kitchen: phone,
    },
    (values) => setIsKept(user !== null && keepDraft(user.id, values, localStorage)),
  );
  const { values } = form;
  const needed = [values.name, values.address, values.city, values.country_code];
  const done = needed.filter((value) => value.trim() !== '').length;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending || !form.isReady(event.currentTarget)) return;
    setIsSending(true);
    setRefused(null);
    const result = await ask('completeProfile', bodyOf(values));
    setIsSending(false);
    if (result.ok) {
      dropDraft(localStorage);
      return setAccount(result.data);
    }
    if (result.kind === 'refused' && form.refuse(result.error.field_errors)) return;
    setRefused(refusalWords(result));
  }

  return (
    <AuthPage
      title="Your restaurant"
      above={
        <div className={own.progress}>
          <p className={own.step}>
            <span>Step 3 of 3</span>
            <span className={own.kept} aria-live="polite">
              {isKept && (
                <>
                  <Checkmark16Regular aria-hidden="true" />
                  Saved on this device
                </>
              )}
            </span>
          </p>
          <div className={own.track} aria-hidden="true">
            <div className={own.bar} style={{ width: `${Math.round(((2 + done / 4) / 3) * 100)}%` }} />
          </div>
        </div>
      }
      intro="Four things are needed before orders can come in. The rest can wait."
    >
      <form className={styles.form} noValidate onInput={warmUp} onSubmit={(event) => void submit(event)}>
        {!isOnline && <FormNotice kind="warn">{OFFLINE_WORDS}</FormNotice>}
        <FormNotice kind="bad">{refused}</FormNotice>
        <TextField {...form.field('name')} label="Restaurant name" autoComplete="organization" required />
        <TextField {...form.field('address')} label="Address" autoComplete="street-address" required />
        <div className={styles.pair}>
          <TextField {...form.field('city')} label="City" autoComplete="address-level2" required />
          <TextField {...form.field('postal_code')} label="Postcode" autoComplete="postal-code" />
        </div>
        <CountryField {...form.field('country_code')} />
        <div className={styles.pair}>
          <TextField {...form.field('phone_number_business')} label="Business phone" type="tel" autoComplete="tel" />
          <TextField {...form.field('phone_number_kitchen')} label="Kitchen phone" type="tel" autoComplete="off" />
        </div>
        <div className={own.ends}>
          <Link href={links.logout()} className={own.leave}>
            Log out
          </Link>
          <Button type="submit" appearance="primary" size="large" disabledFocusable={isSending || !isOnline}>
            Finish
          </Button>
        </div>
      </form>
    </AuthPage>
  );
}

interface CountryFieldProps {
  name: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onBlur: () => void;
}

function CountryField({ name, value, error, onChange, onBlur }: CountryFieldProps) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label="Country"
      error={error}
      hint="Currency and time zone follow from it; both can be changed later."
      isRequired
    >
      <Select
        id={id}
        name={name}
        size="large"
        value={value}
        required
        autoComplete="country"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(_event, data) => onChange(data.value)}
        onBlur={onBlur}
      >
        <option value="">Choose</option>
        {all.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}

/** An empty optional field is left out: it was not answered. */
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
  };
}

/** "en-GB" → "GB": a proposal only. */
function countryOf(language: string): string {
  const region = /-([A-Z]{2})$/.exec(language)?.[1] ?? '';
  return all.some(({ code }) => code === region) ? region : '';
}
