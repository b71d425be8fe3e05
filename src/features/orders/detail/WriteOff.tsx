import { lazy, Suspense, useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import { isOwed } from '../../../../contract/orders/is-owed.ts';
import { writtenOffAmount } from '../../../../contract/orders/revenue.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import { useMayCall } from '../../../session/use-may.ts';
import { mutate } from '../../../data/mutate.ts';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { writeOffOrder } from '../mutations.ts';

const FormDialog = lazy(() =>
  import('../../../components/dialogs/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
);

/** Of a completed order: writes off what it owes, or brings back what was written off. */
export function WriteOff({ order }: { order: Order }) {
  const [isAsked, setIsAsked] = useState(false);
  const [note, setNote] = useState('');
  const amount = (minor: number) => money(minor, order.currency);
  const written = writtenOffAmount(order);
  const mayWriteOff = useMayCall(writeOffOrder.call);
  const write = (is_written_off: boolean) =>
    mutate(writeOffOrder, {
      path: { id: order.id },
      body: { is_written_off, ...(is_written_off && note.trim() && { note: note.trim() }) },
    });
  if (written > 0)
    return (
      <div className="g-row g-spread g-gap-8">
        <span className="g-strong g-soft">{amount(written)} written off</span>
        {mayWriteOff && <Button onClick={() => write(false)}>Bring back</Button>}
      </div>
    );
  if (order.order_status !== 'completed' || !isOwed(order) || !mayWriteOff) return null;
  return (
    <>
      <div>
        <Button onClick={() => setIsAsked(true)}>Write off</Button>
      </div>
      {isAsked && (
        <Suspense>
          <FormDialog
            title={`Write off ${amount(order.due_amount)} of #${numberOf(order)}?`}
            submitLabel="Write off"
            onDo={() => {
              write(true);
              showToast({ title: `${amount(order.due_amount)} written off`, undo: () => void write(false) });
              return true;
            }}
            onClose={() => setIsAsked(false)}
          >
            <p>Nobody will pay it. It stays a sale, and the timeline says who wrote it off.</p>
            <Field label="Note (optional)">
              <Input value={note} maxLength={200} onChange={(_event, data) => setNote(data.value)} />
            </Field>
          </FormDialog>
        </Suspense>
      )}
    </>
  );
}
