import { useState } from 'react';
import { isPhone } from '../../../../contract/auth/phone.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { StepProps } from './step-props.ts';
import { changedOf } from '../../../lib/changed-of.ts';
import { saveContacts, saveRestaurant } from '../requests.ts';
import { useAction } from '../../../api/use-action.ts';
import { faultOfAddress } from './fault-of-address.ts';
import css from '../chatbot.module.css';
import { ActionForm } from '../../../components/settings/ActionForm.tsx';

export function RestaurantStep({ chatbot, onNext }: StepProps) {
  const sending = useAction();
  const saved = {
    restaurant_name: chatbot.restaurant_name,
    full_address: chatbot.address.join(', '),
    postal_code: chatbot.postal_code ?? '',
  };
  const [name, setName] = useState(saved.restaurant_name);
  const [address, setAddress] = useState(saved.full_address);
  const [postcode, setPostcode] = useState(saved.postal_code);
  async function save() {
    const faults: Record<string, string> = {};
    if (name.trim() === '') faults.restaurant_name = 'Required';
    if (address.trim() === '') faults.full_address = 'Required';
    if (Object.keys(faults).length > 0) return sending.show('', faults);
    const body = { restaurant_name: name, full_address: address, postal_code: postcode };
    if ((await sending.run(() => saveRestaurant(changedOf(body, saved))))?.ok) onNext();
  }
  return (
    <ActionForm
      className={`g-group ${css.card}`}
      title="Restaurant and address"
      submitLabel="Save and continue"
      action={sending}
      onSend={save}
    >
      <p className="g-soft">This is the restaurant’s own name and address. A change here changes it everywhere.</p>
      <TextField
        label="Restaurant name"
        name="restaurant_name"
        required
        value={name}
        error={sending.errors.restaurant_name ?? null}
        onChange={setName}
      />
      <TextField
        label="Full address"
        name="full_address"
        autoComplete="street-address"
        required
        value={address}
        error={sending.errors.full_address ?? null}
        onChange={setAddress}
      />
      <TextField
        label="Postcode"
        name="postal_code"
        autoComplete="postal-code"
        value={postcode}
        error={sending.errors.postal_code ?? null}
        onChange={setPostcode}
      />
    </ActionForm>
  );
}

export function ContactsStep({ chatbot, onNext }: StepProps) {
  const sending = useAction();
  const saved = {
    business_telephone: chatbot.business_telephone ?? '',
    kitchen_telephone: chatbot.kitchen_telephone ?? '',
    restaurant_email: chatbot.restaurant_email,
    website_url: withScheme(chatbot.website_url ?? ''),
  };
  const [values, setValues] = useState(saved);
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: sending.errors[name] ?? null,
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  async function save() {
    const faults: Record<string, string> = {};
    if (!/^\S+@\S+\.\S+$/.test(values.restaurant_email.trim()))
      faults.restaurant_email = 'Enter a valid e-mail address';
    for (const name of ['business_telephone', 'kitchen_telephone'] as const)
      if (values[name].trim() !== '' && values[name] !== saved[name] && !isPhone(values[name]))
        faults[name] = 'Enter a valid telephone number';
    const website_url = withScheme(values.website_url);
    const fault = website_url === '' || website_url === saved.website_url ? null : faultOfAddress(website_url);
    if (fault) faults.website_url = fault;
    if (Object.keys(faults).length > 0) return sending.show('', faults);
    if ((await sending.run(() => saveContacts(changedOf({ ...values, website_url }, saved))))?.ok) onNext();
  }
  return (
    <ActionForm
      className={`g-group ${css.card}`}
      title="Contacts"
      submitLabel="Save and continue"
      action={sending}
      onSend={save}
    >
      <TextField
        {...field('business_telephone')}
        label="Business telephone"
        type="tel"
        hint="The bot tells customers this number."
      />
      <TextField {...field('kitchen_telephone')} label="Kitchen telephone" type="tel" hint="Never told to customers." />
      <TextField {...field('restaurant_email')} label="E-mail address" type="email" required />
      <TextField
        {...field('website_url')}
        label="Website"
        type="url"
        placeholder="https://www.example.com"
        hint="Its first page is read, up to 2 MB, and the bot may quote it. It has to be on the public internet."
      />
    </ActionForm>
  );
}

/** "www.example.com" as people write it. */
export const withScheme = (typed: string): string => {
  const text = typed.trim();
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
};
