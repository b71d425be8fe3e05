import { Field, Select } from '@fluentui/react-components';
import type { MenuCategory } from '../../../../contract/menu/calls.ts';
import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { PlainFields } from '../../../components/fields/PlainFields.tsx';
import type { ItemDraft, WrongFields } from './item-draft.ts';

interface Props {
  draft: ItemDraft;
  wrong: WrongFields | null;
  example: string;
  category: MenuCategory;
  onChange: (patch: Partial<ItemDraft>) => void;
}

/** What the kitchen and the till need to know of a dish. */
export function KitchenFields({ category, ...props }: Props) {
  const { draft, onChange } = props;
  const rate = category.tax_rate_bp;
  return (
    <PlainFields
      fields={itemFields}
      part="kitchen"
      placeholders={{
        kitchen_station: category.kitchen_station ?? 'Every station',
        tax_rate_bp: typeof rate === 'number' ? `${rate / 100} (category)` : 'None',
      }}
      {...props}
    >
      <Field label="Tax">
        <Select
          value={draft.is_tax_inclusive === null ? '' : String(draft.is_tax_inclusive)}
          onChange={(_event, data) => onChange({ is_tax_inclusive: data.value === '' ? null : data.value === 'true' })}
        >
          <option value="">As set for the menu</option>
          <option value="true">Included in the price</option>
          <option value="false">Added to the price</option>
        </Select>
      </Field>
    </PlainFields>
  );
}
