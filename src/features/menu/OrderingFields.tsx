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
  const number = (field: 'min_quantity' | 'max_quantity' | 'calories', label: string, fault: string) => (
    <Field label={label} validationMessage={wrong?.has(field) ? fault : undefined}>
      <Input
        inputMode="numeric"
        value={draft[field]}
        placeholder={field === 'calories' ? 'Not stated' : 'No limit'}
        onChange={(_event, data) => onChange({ [field]: data.value })}
      />
    </Field>
  );
  return (
    <>
      <CheckboxSet
        legend="Order types"
        hint="None: customers can order it in every way that the menu allows."
        all={types}
        chosen={draft.order_types}
        words={typeLabel}
        onChange={(order_types) => onChange({ order_types })}
      />
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {number('min_quantity', 'Fewest in one order', 'A number from 1 to 99, or nothing.')}
        {number('max_quantity', 'Most in one order', 'A number from the fewest to 99, or nothing.')}
      </div>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Price before"
          hint="Struck through on the website."
          validationMessage={wrong?.has('compare_at') ? `An amount such as ${example}, or nothing.` : undefined}
        >
          <Input
            inputMode="decimal"
            value={draft.compare_at}
            onChange={(_event, data) => onChange({ compare_at: data.value })}
          />
        </Field>
        {number('calories', 'Calories, kcal', 'A number up to 20000, or nothing.')}
      </div>
      <Checkbox
        label="Featured: shown first on the website"
        checked={draft.is_featured}
        onChange={(_event, data) => onChange({ is_featured: data.checked === true })}
      />
    </>
  );
}
