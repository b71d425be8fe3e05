import { useState } from 'react';
import { Button, Field, Input } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { TakenMethod } from '../../../../contract/payments/calls.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { newId } from '../../../data/ids.ts';
import { useRow } from '../../../data/live.ts';
import { mutate } from '../../../data/mutate.ts';
import { decimal, exponentOf, money, parseMoney } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { takePayment } from '../mutations.ts';
import css from './detail.module.css';
import { PaymentLinkDialog } from './PaymentLinkDialog.tsx';
import { takenMethods } from './taken-methods.ts';
import { useWhyNoLink } from './use-why-no-link.ts';

interface Props {
  order: Order;
  /** All that was due is recorded. */
  onPaid?: () => void;
  onClose: () => void;
}

/** A part of a split bill, minor units. */
interface Part {
  method: TakenMethod;
  amount: number;
  /** Of cash; null: what was given was not entered. */
  change: number | null;
}

/** Records money taken for an order: all that is due or a part, with a tip, and for cash the change. Or makes a payment link for it. */
export function TakePaymentDialog({ order: asked, onPaid, onClose }: Props) {
  // As its parts are paid, less is due.
  const order = useRow('orders', asked.id) ?? asked;
  const { currency } = order;
  const [method, setMethod] = useState<TakenMethod>('cash');
  const [text, setText] = useState(decimal(order.due_amount, currency));
  const [tipText, setTipText] = useState('');
  const [givenText, setGivenText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [parts, setParts] = useState<Part[]>([]);
  const [isByLink, setIsByLink] = useState(false);
  const whyNoLink = useWhyNoLink();
  const part = parseMoney(text, currency);
  const tip = tipText.trim() === '' ? 0 : parseMoney(tipText, currency);
  const given = method !== 'cash' || givenText.trim() === '' ? null : parseMoney(givenText, currency);
  const amount = (part ?? 0) + (tip ?? 0);
  const faults = {
    part:
      part === null || part <= 0
        ? 'Enter an amount.'
        : part > order.due_amount
          ? 'More than is due: enter the rest as a tip.'
          : null,
    tip: tip === null ? 'Enter an amount.' : null,
    given:
      method === 'cash' && givenText.trim() !== '' && (given === null || given < amount)
        ? `Less than ${money(amount, currency)}.`
        : null,
  };
  const error = (fault: string | null) => (isChecked && fault ? fault : undefined);

  const record = () => {
    setIsChecked(true);
    if (faults.part || faults.tip || faults.given) return false;
    mutate(takePayment, {
      path: { id: order.id },
      body: {
        id: newId(),
        method,
        amount,
        ...(tip ? { tip_amount: tip } : {}),
        ...(given !== null && { tendered_amount: given }),
      },
    });
    if (part === order.due_amount) {
      onPaid?.();
      return true;
    }
    // The rest is paid by somebody else: the dialog stays for them.
    setParts([...parts, { method, amount, change: given === null ? null : given - amount }]);
    setText(decimal(Math.min(part!, order.due_amount - part!), currency));
    setTipText('');
    setGivenText('');
    setIsChecked(false);
    return 'next' as const;
  };

  if (isByLink) return <PaymentLinkDialog order={order} onClose={onClose} />;
  return (
    <FormDialog
      title={`Payment for #${numberOf(order)}`}
      submitLabel={amount > 0 ? `Record ${money(amount, currency)}` : 'Record'}
      onDo={record}
      onClose={onClose}
    >
      {parts.length > 0 && (
        <ol className="g-stack g-gap-4" role="status" aria-label="Paid so far">
          {parts.map((one, at) => (
            // They are only added to.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="g-row g-spread g-gap-8">
              <span>
                {at + 1}. {takenMethods.find(([value]) => value === one.method)![1]}
                {one.change !== null && one.change > 0 && `, change ${money(one.change, currency)}`}
              </span>
              <span className="g-strong g-digits">{money(one.amount, currency)}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="g-flex g-wrap g-gap-8" role="group" aria-label="How it was paid">
        {takenMethods.map(([value, label]) => (
          <Button
            key={value}
            className={css.payMethod}
            appearance={method === value ? 'primary' : 'secondary'}
            aria-pressed={method === value}
            onClick={() => setMethod(value)}
          >
            {label}
          </Button>
        ))}
        <Button
          className={css.payMethod}
          disabledFocusable={whyNoLink !== null}
          aria-describedby="take-by-link-why"
          onClick={() => setIsByLink(true)}
        >
          Payment link
        </Button>
      </div>
      <p id="take-by-link-why" className="g-text-13 g-faint">
        {whyNoLink && `Payment link: ${whyNoLink}`}
      </p>
      <Field
        label="Amount"
        hint={`${money(order.due_amount, currency)} is due.`}
        validationMessage={error(faults.part)}
      >
        <Input value={text} inputMode="decimal" onChange={(_event, data) => setText(data.value)} />
      </Field>
      <div className="g-flex g-wrap g-gap-8" role="group" aria-label="Split the bill">
        {[1, 2, 3, 4].map((people) => (
          <Button
            key={people}
            className={css.payMethod}
            onClick={() => setText(decimal(Math.ceil(order.due_amount / people), currency))}
          >
            {people === 1 ? 'All of it' : `1 of ${people}`}
          </Button>
        ))}
      </div>
      <Field label="Tip (optional)" validationMessage={error(faults.tip)}>
        <Input value={tipText} inputMode="decimal" onChange={(_event, data) => setTipText(data.value)} />
      </Field>
      {method === 'cash' && (
        <>
          <Field label="Cash given (optional)" validationMessage={error(faults.given)}>
            <Input value={givenText} inputMode="decimal" onChange={(_event, data) => setGivenText(data.value)} />
          </Field>
          <div className="g-flex g-wrap g-gap-8" role="group" aria-label="Cash given">
            {usualNotes(amount, currency).map((note) => (
              <Button key={note} className={css.payMethod} onClick={() => setGivenText(decimal(note, currency))}>
                {money(note, currency)}
              </Button>
            ))}
          </div>
          <p className="g-text-18 g-strong g-ink" role="status">
            {given !== null && given >= amount ? `Change ${money(given - amount, currency)}` : ''}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** What a customer is likely to hand over: the next full 5, 10, 20 and 50, minor units. */
function usualNotes(amount: number, currency: string): number[] {
  const unit = 10 ** exponentOf(currency);
  const notes = [5, 10, 20, 50].map((note) => Math.ceil(amount / (note * unit)) * note * unit);
  return [...new Set([amount, ...notes])].filter((note) => note > 0).slice(0, 4);
}
