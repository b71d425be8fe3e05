import { useId, useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { changeLabel, quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import type { InventoryItem, MovementType } from '../../../contract/inventory/calls.ts';
import { mutate } from '../../data/mutate.ts';
import { useDraftForm } from '../../ui/form/use-draft-form.ts';
import { showToast } from '../../ui/page/toast.ts';
import { movementLabels, unitLabels } from './labels.ts';
import { moveStock } from './mutations.ts';
import css from './panel.module.css';
import { readQuantity } from './quantity-text.ts';

/** What people record; what is sold and returned, orders do. */
const choices = ['restock', 'waste', 'recount', 'transfer'] as const satisfies readonly MovementType[];
const takes: ReadonlySet<string> = new Set(['waste', 'transfer']);

const empty = { amount: '', reason: '' };

interface Props {
  item: InventoryItem;
  /** Begins with a count. */
  isCount: boolean;
}

/** A delivery, waste, a transfer to somewhere else, or a count; also offline. */
export function MovementForm({ item, isCount }: Props) {
  const name = useId();
  const [type, setType] = useState<(typeof choices)[number]>(isCount ? 'recount' : 'restock');
  const form = useDraftForm(empty, (typed) => {
    const amount = readQuantity(typed.amount);
    const isWrong = amount === null || (amount === '0' && type !== 'recount');
    return isWrong ? { wrong: 'amount' } : { values: { amount, reason: typed.reason.trim() } };
  });
  const { draft, set } = form;

  const save = () => {
    const values = form.check();
    if (!values) return;
    const { amount, reason } = values;
    const change = takes.has(type) ? `-${amount}` : amount;
    const quantity = type === 'recount' ? { counted_quantity: amount } : { quantity_change: change };
    const body = { movement_type: type, ...quantity, ...(reason ? { reason } : {}) };
    mutate(moveStock, { path: { id: item.id }, body });
    showToast({
      title: `${movementLabels[type]} of ${item.name}: ${type === 'recount' ? quantityLabel(amount, item.unit) : changeLabel(change, item.unit)}`,
    });
    form.restart(empty);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={`g-grid ${css.types}`} role="radiogroup" aria-label="What happened">
        {choices.map((choice) => (
          <label key={choice} className="g-relative">
            <input type="radio" name={name} checked={type === choice} onChange={() => setType(choice)} />
            {movementLabels[choice]}
          </label>
        ))}
      </div>
      <div className={css.amount}>
        <Field
          label={
            type === 'recount'
              ? `Counted (${unitLabels[item.unit].toLowerCase()})`
              : `Amount (${unitLabels[item.unit].toLowerCase()})`
          }
          validationMessage={form.wrong ? 'Enter a number such as 2 or 0.75.' : undefined}
        >
          <Input inputMode="decimal" value={draft.amount} onChange={(_event, data) => set({ amount: data.value })} />
        </Field>
        <Field label="Note">
          <Input maxLength={200} value={draft.reason} onChange={(_event, data) => set({ reason: data.value })} />
        </Field>
      </div>
      <Button type="submit" appearance="primary">
        {type === 'recount' ? 'Save count' : `Save ${movementLabels[type].toLowerCase()}`}
      </Button>
    </form>
  );
}
