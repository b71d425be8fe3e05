import { Checkbox, Field, Input } from '@fluentui/react-components';
import { orderTypes } from '../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../components/CheckboxSet.tsx';
import { typeLabel } from '../../ui/order-label.ts';
import type { ItemDraft, WrongFields } from './item-draft.ts';

interface Props {
  draft: ItemDraft;
  wrong: WrongFields | null;
  /** An amount as it is typed in this currency. */
  example: string;
  onChange: (patch: Partial<ItemDraft>) => void;
}

const types = orderTypes.filter((type) => type !== 'reservation');

/** How a dish can be ordered, and how the website shows it. */
export function OrderingFields({ draft, wrong, example, onChange }: Props) {
  const number = (
    field: 'min_quantity' | 'max_quantity' | 'calories',
    label: string,
    placeholder: string,
    fault: string,
  ) => (
    <Field label={label} validationMessage={wrong?.has(field) ? fault : undefined}>
      <Input
        inputMode="numeric"
        value={draft[field]}
        placeholder={placeholder}
        onChange={(_event, data) => onChange({ [field]: data.value })}
      />
    </Field>
  );
  return (
    <>
      <CheckboxSet
        legend="Order types"
        hint="Choose none to allow every order type of the menu."
        all={types}
        chosen={draft.order_types}
        words={typeLabel}
        onChange={(order_types) => onChange({ order_types })}
      />
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {number('min_quantity', 'Minimum per order', '1', 'Enter 1 to 99, or leave it empty.')}
        {number(
          'max_quantity',
          'Maximum per order',
          'No limit',
          'Enter the minimum or more, up to 99, or leave it empty.',
        )}
      </div>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Original price"
          hint="Struck through beside the price on your website."
          validationMessage={
            wrong?.has('compare_at') ? `Enter an amount such as ${example}, or leave it empty.` : undefined
          }
        >
          <Input
            inputMode="decimal"
            value={draft.compare_at}
            onChange={(_event, data) => onChange({ compare_at: data.value })}
          />
        </Field>
        {number('calories', 'Calories (kcal)', 'Not stated', 'Enter up to 20,000, or leave it empty.')}
      </div>
      <Checkbox
        label="Featured: shown first on your website"
        checked={draft.is_featured}
        onChange={(_event, data) => onChange({ is_featured: data.checked === true })}
      />
    </>
  );
}
