import { useState } from 'react';
import { Field, Radio, RadioGroup, Textarea } from '@fluentui/react-components';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import type { Mirrored } from '../../../data/db.ts';
import { money } from '../../../lib/money.ts';
import { useOrderPayments } from '../use-order-payments.ts';
import { moneyBackIfEnded } from '../money-back.ts';
import type { Step } from './steps.ts';
import { cancellationReasons, rejectionReasons } from '../labels.ts';
import { numberOf } from '../../../lib/order-number.ts';

interface Props {
  order: Mirrored<'orders'>;
  step: Step;
  onStep: (extra: { reason?: string; note?: string }) => void;
  onClose: () => void;
}

/** Asks for a reason: required to reject, optional to cancel. The customer and the reports get it. */
export function ReasonDialog({ order, step, onStep, onClose }: Props) {
  const isRejection = step.order_status === 'rejected';
  const [reason, setReason] = useState<string>();
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const payments = useOrderPayments(order.id);
  const back = payments && moneyBackIfEnded(order, payments);
  const send = () => {
    if (!reason && step.needsReason) {
      setIsMissing(true);
      return false;
    }
    onStep({ ...(reason && { reason }), note });
    return true;
  };
  return (
    <FormDialog
      title={`${step.label} order #${numberOf(order)}?`}
      submitLabel={`${step.label} #${numberOf(order)}`}
      keepLabel="Keep the order"
      isDestructive
      onDo={send}
      onClose={onClose}
    >
      {back && back.returning > 0 && (
        <p>{money(back.returning, order.currency)} paid online goes back to the customer by itself.</p>
      )}
      {back && back.owed > 0 && (
        <p>
          {money(back.owed, order.currency)} was taken by hand: give it back yourself, and record it on the order. Until
          then the order says so.
        </p>
      )}
      <Field
        label={isRejection ? 'Reason' : 'Reason, if you know it'}
        required={step.needsReason}
        validationMessage={isMissing && !reason ? 'Choose the reason.' : undefined}
      >
        <RadioGroup value={reason ?? ''} onChange={(_event, data) => setReason(data.value)}>
          {Object.entries(isRejection ? rejectionReasons : cancellationReasons).map(([value, word]) => (
            <Radio key={value} value={value} label={word} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="Note" hint="Kept in the order's timeline.">
        <Textarea value={note} maxLength={500} onChange={(_event, data) => setNote(data.value)} />
      </Field>
    </FormDialog>
  );
}
