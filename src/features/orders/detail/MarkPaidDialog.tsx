import { useState } from 'react';
import { Field, Select } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { TakenMethod } from '../../../../contract/payments/calls.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { newId } from '../../../data/ids.ts';
import { mutate } from '../../../data/mutate.ts';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { takePayment } from '../mutations.ts';
import { takenMethods } from './taken-methods.ts';

interface Props {
  /** Those that owe something. */
  orders: readonly Order[];
  onDone: () => void;
  onClose: () => void;
}

/** Records all that these orders owe as paid the same way. Works offline, as each payment does. */
export function MarkPaidDialog({ orders, onDone, onClose }: Props) {
  const [method, setMethod] = useState<TakenMethod>('cash');
  const which = orders.length === 1 ? `#${numberOf(orders[0]!)}` : `${orders.length} orders`;
  const due = orders.reduce((sum, { due_amount }) => sum + due_amount, 0);

  const record = () => {
    for (const { id, due_amount: amount } of orders)
      mutate(takePayment, { path: { id }, body: { id: newId(), method, amount } });
    showToast({ title: `${which} marked as paid` });
    onDone();
    return true;
  };

  return (
    <FormDialog title={`Mark ${which} as paid`} submitLabel="Mark as paid" onDo={record} onClose={onClose}>
      <p>
        {money(due, orders[0]?.currency ?? 'GBP')} {orders.length === 1 ? 'is' : 'in all is'} recorded as taken.
      </p>
      <Field label="How it was paid">
        <Select value={method} onChange={(_event, data) => setMethod(data.value as TakenMethod)}>
          {takenMethods.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
