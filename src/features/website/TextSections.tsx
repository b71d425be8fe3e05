import { Checkbox, Switch, Textarea } from '@fluentui/react-components';
import { useId } from 'react';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { DESCRIPTION_MAX, PAGE_CONTENT_MAX, restaurantTypes, RestaurantType } from '../../../contract/website/rows.ts';
import { exampleOf, isSocialLink, socialNetworks } from '../../../contract/website/social-links.ts';
import { ADDRESS_MAX, RESTAURANT_NAME_MAX } from '../../../contract/limits.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { typeLabel } from '../../ui/order-label.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { networkLabels, orderTypeFields, restaurantTypeLabels } from './labels.ts';
import { saveBasicInfo, saveExtraPages, saveOrderTypes, saveRestaurantType } from './requests.ts';
import { SectionCard } from './SectionCard.tsx';
import type { Editor } from './use-drafts.ts';
import css from './website.module.css';

/** Name, contacts and description. The restaurant's own fields change everywhere. */
export function BasicInfoSection({ editor }: { editor: Editor }) {
  return (
    <SectionCard
      section="basic_info"
      title="Basic information"
      what="basic information"
      editor={editor}
      save={({ changed }) => saveBasicInfo(changed)}
      faultsOf={faultsOfInfo}
    >
      {({ shown, errors, edit }) => (
        <>
          <p>These are the details of your restaurant. Changes show on receipts and in messages, too.</p>
          <TextField
            name="restaurant_name"
            label="Restaurant name"
            required
            maxLength={RESTAURANT_NAME_MAX}
            value={shown.restaurant_name}
            error={errors.restaurant_name ?? null}
            onChange={(restaurant_name) => edit({ restaurant_name })}
          />
          <div className={css.fields}>
            <TextField
              name="phone_number"
              label="Telephone"
              type="tel"
              value={shown.phone_number ?? ''}
              error={errors.phone_number ?? null}
              onChange={(phone_number) => edit({ phone_number })}
            />
            <TextField
              name="email"
              label="E-mail"
              type="email"
              required
              value={shown.email}
              error={errors.email ?? null}
              onChange={(email) => edit({ email })}
            />
          </div>
          <TextField
            name="address"
            label="Address"
            required
            maxLength={ADDRESS_MAX}
            value={shown.address ?? ''}
            error={errors.address ?? null}
            onChange={(address) => edit({ address })}
          />
          <TextArea
            name="short_description"
            label="Short description"
            max={DESCRIPTION_MAX}
            value={shown.short_description}
            error={errors.short_description}
            onChange={(short_description) => edit({ short_description })}
          />
        </>
      )}
    </SectionCard>
  );
}

export function RestaurantTypeSection({ editor }: { editor: Editor }) {
  const name = useId();
  return (
    <SectionCard
      section="restaurant_type"
      title="Type of restaurant"
      what="type of restaurant"
      editor={editor}
      save={({ changed }) => saveRestaurantType(changed)}
      faultsOf={({ restaurant_type }): Record<string, string> =>
        restaurant_type === null ? { restaurant_type: 'Choose a type' } : {}
      }
    >
      {({ shown, errors, edit }) => (
        <fieldset className={css.choices} aria-describedby={`${name}-below`}>
          <legend className="g-hidden">Type of restaurant</legend>
          {restaurantTypes.map((type) => (
            <label key={type} className="g-row g-gap-8 g-tall-44">
              <input
                type="radio"
                name={name}
                value={type}
                checked={shown.restaurant_type === type}
                onChange={({ target }) => edit({ restaurant_type: RestaurantType.parse(target.value) })}
              />
              {restaurantTypeLabels[type]}
            </label>
          ))}
          <p id={`${name}-below`} className="g-size-13 g-bad" aria-live="polite">
            {errors.restaurant_type}
          </p>
        </fieldset>
      )}
    </SectionCard>
  );
}

export function OrderTypesSection({ editor }: { editor: Editor }) {
  return (
    <SectionCard
      section="order_types"
      title="Order types"
      what="order types"
      editor={editor}
      save={({ changed }) => saveOrderTypes(changed)}
      faultsOf={(shown): Record<string, string> =>
        orderTypeFields.some(([field]) => shown[field])
          ? {}
          : { is_order_type_pickup: 'Choose at least one kind of order' }
      }
    >
      {({ shown, errors, edit }) => (
        <>
          <p>What your restaurant takes, on the website and everywhere else.</p>
          <div className={css.choices}>
            {orderTypeFields.map(([field, type]) => (
              <Checkbox
                key={field}
                label={typeLabel(type)}
                checked={shown[field]}
                onChange={(_event, { checked }) => edit({ [field]: checked === true })}
              />
            ))}
          </div>
          <p className="g-size-13 g-bad" aria-live="polite">
            {errors.is_order_type_pickup}
          </p>
        </>
      )}
    </SectionCard>
  );
}

const pages = [
  ['about', 'About page'],
  ['contact', 'Contact page'],
] as const;

/** Further pages in plain text, and links to social networks. */
export function ExtraPagesSection({ editor }: { editor: Editor }) {
  return (
    <SectionCard
      section="extra_pages"
      title="Extra pages and links"
      what="pages and links"
      editor={editor}
      save={({ changed }) => saveExtraPages(changed, editor.saved)}
      faultsOf={faultsOfPages}
    >
      {({ shown, errors, edit }) => (
        <>
          {pages.map(([page, label]) => (
            <div key={page} className="g-stack g-gap-4">
              <Switch
                label={label}
                checked={shown[`is_${page}_page_enabled`]}
                onChange={(_event, { checked }) => edit({ [`is_${page}_page_enabled`]: checked })}
              />
              {shown[`is_${page}_page_enabled`] && (
                <TextArea
                  name={`${page}_page_content`}
                  label={`Text of the ${page} page`}
                  max={PAGE_CONTENT_MAX}
                  rows={6}
                  value={shown[`${page}_page_content`]}
                  error={errors[`${page}_page_content`]}
                  onChange={(text) => edit({ [`${page}_page_content`]: text })}
                />
              )}
            </div>
          ))}
          <div className={css.fields}>
            {socialNetworks.map((network) => (
              <TextField
                key={network}
                name={network}
                label={networkLabels[network]}
                type="url"
                placeholder={exampleOf(network)}
                value={shown.social_media_links[network] ?? ''}
                error={errors[network] ?? null}
                onChange={(link) => edit({ social_media_links: { ...shown.social_media_links, [network]: link } })}
              />
            ))}
          </div>
        </>
      )}
    </SectionCard>
  );
}

interface TextAreaProps {
  name: string;
  label: string;
  value: string;
  max: number;
  rows?: number;
  error: string | undefined;
  onChange: (value: string) => void;
}

function TextArea({ name, label, value, max, rows = 3, error, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error ?? null} hint={`${value.length} of ${max} characters`}>
      <Textarea
        id={id}
        name={name}
        size="large"
        rows={rows}
        maxLength={max}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
        onChange={(_event, data) => onChange(data.value)}
      />
    </FieldFrame>
  );
}

function faultsOfInfo({ restaurant_name, email, address }: WebsiteSetup) {
  const faults: Record<string, string> = {};
  if (restaurant_name.trim() === '') faults.restaurant_name = 'Required';
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) faults.email = 'Enter a valid e-mail address';
  if ((address ?? '').trim() === '') faults.address = 'Required';
  return faults;
}

function faultsOfPages(shown: WebsiteSetup) {
  const faults: Record<string, string> = {};
  for (const [page] of pages)
    if (shown[`is_${page}_page_enabled`] && shown[`${page}_page_content`].trim() === '')
      faults[`${page}_page_content`] = 'Write the text of the page, or turn the page off';
  for (const network of socialNetworks) {
    const link = shown.social_media_links[network]?.trim() ?? '';
    if (link !== '' && !isSocialLink(network, link))
      faults[network] = `Enter the address of your page, such as ${exampleOf(network)}`;
  }
  return faults;
}
