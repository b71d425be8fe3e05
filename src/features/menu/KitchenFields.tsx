import { Checkbox, Field, Input, Select } from '@fluentui/react-components';
import type { MenuCategory } from '../../../contract/menu/calls.ts';
import type { ItemDraft, WrongFields } from './item-draft.ts';

interface Props {
  draft: ItemDraft;
  wrong: WrongFields | null;
  category: MenuCategory;
  onChange: (patch: Partial<ItemDraft>) => void;
}

/** What the kitchen and the till need to know of a dish. */
export function KitchenFields({ draft, wrong, category, onChange }: Props) {
  const rate = category.tax_rate_bp;
  return (
    <>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field label="Kitchen name" hint="Shorter name for the ticket">
          <Input
            value={draft.kitchen_name}
            maxLength={160}
            onChange={(_event, data) => onChange({ kitchen_name: data.value })}
          />
        </Field>
        <Field label="Station">
          <Input
            value={draft.kitchen_station}
            maxLength={40}
            placeholder={category.kitchen_station ?? 'Every station'}
            onChange={(_event, data) => onChange({ kitchen_station: data.value })}
          />
        </Field>
      </div>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Preparation time (minutes)"
          validationMessage={wrong?.has('prep_minutes') ? 'Enter 1 to 600 minutes, or leave it empty.' : undefined}
        >
          <Input
            inputMode="numeric"
            value={draft.prep_minutes}
            placeholder="Standard"
            onChange={(_event, data) => onChange({ prep_minutes: data.value })}
          />
        </Field>
        <Field label="SKU">
          <Input value={draft.sku} maxLength={60} onChange={(_event, data) => onChange({ sku: data.value })} />
        </Field>
      </div>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Tax rate (%)"
          validationMessage={wrong?.has('tax_rate') ? 'Enter a rate from 0 to 100, such as 20 or 12.5.' : undefined}
        >
          <Input
            inputMode="decimal"
            value={draft.tax_rate}
            placeholder={typeof rate === 'number' ? `${rate / 100} (category)` : 'None'}
            onChange={(_event, data) => onChange({ tax_rate: data.value })}
          />
        </Field>
        <Field label="Tax">
          <Select
            value={draft.is_tax_inclusive === null ? '' : String(draft.is_tax_inclusive)}
            onChange={(_event, data) =>
              onChange({ is_tax_inclusive: data.value === '' ? null : data.value === 'true' })
            }
          >
            <option value="">As set for the menu</option>
            <option value="true">Included in the price</option>
            <option value="false">Added to the price</option>
          </Select>
        </Field>
      </div>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Minimum age (years)"
          validationMessage={wrong?.has('min_age') ? 'Enter 1 to 99 years, or leave it empty.' : undefined}
        >
          <Input
            inputMode="numeric"
            value={draft.min_age}
            placeholder="None"
            onChange={(_event, data) => onChange({ min_age: data.value })}
          />
        </Field>
      </div>
      <Checkbox
        label="Contains alcohol"
        checked={draft.is_alcoholic}
        onChange={(_event, data) => onChange({ is_alcoholic: data.checked === true })}
      />
    </>
  );
}
