import { itemFields } from '../../../../contract/menu/item-fields.ts';
import { orderTypes } from '../../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../../components/CheckboxSet.tsx';
import { PlainFields } from '../../../components/fields/PlainFields.tsx';
import { typeLabel } from '../../../ui/order-label.ts';
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
export function OrderingFields(props: Props) {
  return (
    <>
      <CheckboxSet
        legend="Order types"
        hint="Those of its menu at most."
        isAllWhenEmpty
        all={types}
        chosen={props.draft.order_types}
        words={typeLabel}
        onChange={(order_types) => props.onChange({ order_types })}
      />
      <PlainFields fields={itemFields} part="ordering" {...props} />
    </>
  );
}
