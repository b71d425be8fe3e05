import { useState } from 'react';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { isByHand, promisedAmount, refundableAmount } from '../../../contract/payments/apply.ts';
import { refund } from '../../../contract/payments/calls.ts';
import { refundReasons, type Payment, type RefundReason } from '../../../contract/payments/rows.ts';
import type { Args } from '../../../contract/call.ts';
import { send, type Failure } from '../../api/send.ts';
import { askApproval } from '../../session/approvals.ts';
import { roleNow } from '../../session/kitchen-mode.ts';
import { missingFor } from '../../session/use-may.ts';
import { useAction } from '../../api/use-action.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { decimal, money, parseMoney } from '../../lib/money.ts';
import { showToast } from '../../ui/page/toast.ts';
import { paymentNumber, refundReasonLabels } from './labels.ts';

interface Props {
  payment: Payment;
  onClose: () => void;
}

/** Gives money back, all or a part. Money that was taken by hand is handed over by hand; this records it. */
export function RefundDialog({ payment, onClose }: Props) {
  const { currency } = payment;
  const left = refundableAmount(payment);
  const [text, setText] = useState(decimal(left, currency));
  const [reason, setReason] = useState<RefundReason>('customer_request');
  const [note, setNote] = useState('');
  const { run, isBlocked, why, fault, show } = useAction(refund, whyRefused);
  const amount = parseMoney(text, currency);
  const isValid = amount !== null && amount > 0 && amount <= left;

  const submit = () => {
    if (!isValid) {
      show(`Enter an amount from ${money(1, currency)} to ${money(left, currency)}.`);
      return false;
    }
    const body = {
      amount,
      reason,
      // A lost answer can be followed by another try: it is refused if the first one arrived.
      expected_refunded_amount: promisedAmount(payment),
      ...(note.trim() && { note: note.trim() }),
    };
    void give(body);
    return false;
  };

  const give = async (body: Args<typeof refund>['body'] & { amount: number }) => {
    const missing = missingFor(roleNow(), refund);
    const approve = missing && (await askApproval(missing, `Refund ${money(body.amount, currency)}`));
    if (missing && !approve) return;
    const result = await run(() => send(refund, { path: { id: payment.id }, body }, { approve }));
    if (!result?.ok) return;
    const isDone = isByHand(payment);
    showToast({ title: `${money(body.amount, currency)} ${isDone ? 'refunded' : 'on its way back'}` });
    onClose();
  };

  return (
    <FormDialog
      title={`Refund ${paymentNumber(payment)}`}
      submitLabel={isValid ? `Refund ${money(amount, currency)}` : 'Refund'}
      isDisabled={isBlocked}
      isDestructive
      onDo={submit}
      onClose={onClose}
    >
      {isByHand(payment) && <p>Give the customer the money yourself: this payment was taken outside Galley.</p>}
      {payment.refunds
        .filter(({ refund_status }) => refund_status === 'pending' || refund_status === 'failed')
        .map((refund) => (
          <p key={refund.id} className={refund.refund_status === 'failed' ? 'g-bad' : 'g-soft'}>
            {money(refund.amount, currency)}{' '}
            {refund.refund_status === 'failed'
              ? `could not be refunded: ${refund.failure_message ?? 'no reason was given'}`
              : 'is on its way back to the customer.'}
          </p>
        ))}
      <Field
        label="Amount"
        hint={`Up to ${money(left, currency)}.${isValid && amount < left ? ` ${money(left - amount, currency)} stays with you.` : ''}`}
        validationMessage={why ?? (fault || undefined)}
      >
        <Input
          value={text}
          inputMode="decimal"
          onChange={(_event, data) => {
            setText(data.value);
            show();
          }}
        />
      </Field>
      <Field label="Reason">
        <Select value={reason} onChange={(_event, data) => setReason(data.value as RefundReason)}>
          {refundReasons.map((value) => (
            <option key={value} value={value}>
              {refundReasonLabels[value]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note (optional)">
        <Textarea value={note} maxLength={500} onChange={(_event, data) => setNote(data.value)} />
      </Field>
    </FormDialog>
  );
}

function whyRefused({ kind, error }: Failure): string {
  if (kind === 'offline')
    return 'The server did not answer. It may have refunded it anyway: check the timeline before you try again.';
  switch (error.code) {
    case 'refund_conflict':
      return 'It was refunded on another device meanwhile. Close this and check what is left.';
    case 'payment_not_refundable':
      return 'This payment is refunded already.';
    default:
      return `${error.message}. Nothing was refunded.`;
  }
}
