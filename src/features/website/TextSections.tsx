import { Switch, Textarea } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import { DESCRIPTION_MAX, PAGE_CONTENT_MAX, restaurantTypes, RestaurantType } from '../../../contract/website/rows.ts';
import { exampleOf, isSocialLink, socialNetworks } from '../../../contract/website/social-links.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { fieldLabels, networkLabels, restaurantTypeLabels } from './labels.ts';
import type { Fields } from './requests.ts';
import css from './website.module.css';

/** A part of the form. */
export interface SectionProps {
  shown: Fields;
  errors: Record<string, string>;
  edit: (change: Partial<Fields>) => void;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`g-group ${css.card}`} aria-labelledby={id}>
      <h2 className="g-group-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function DescriptionSection({ shown, errors, edit }: SectionProps) {
  return (
    <Section title="Description">
      <SelectField
        name="restaurant_type"
        label={fieldLabels.restaurant_type}
        value={shown.restaurant_type ?? ''}
        choices={[
          ...(shown.restaurant_type ? [] : [['', 'Choose…'] as const]),
          ...restaurantTypes.map((type) => [type, restaurantTypeLabels[type]] as const),
        ]}
        onChange={(type) => edit({ restaurant_type: RestaurantType.parse(type) })}
      />
      <TextArea
        name="short_description"
        label={fieldLabels.short_description}
        max={DESCRIPTION_MAX}
        value={shown.short_description}
        error={errors.short_description}
        onChange={(short_description) => edit({ short_description })}
      />
    </Section>
  );
}

const pages = [
  ['about', 'About page'],
  ['contact', 'Contact page'],
] as const;

/** Further pages in plain text, and links to social networks. */
export function PagesSection({ shown, errors, edit }: SectionProps) {
  return (
    <Section title="Extra pages and links">
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
              label={fieldLabels[`${page}_page_content`]}
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
    </Section>
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

export function faultsOfPages(shown: Fields): Record<string, string> {
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
