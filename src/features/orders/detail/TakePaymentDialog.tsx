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
import { useDraftForm } from '../../../ui/form/use-draft-form.ts';
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
  const empty = { method: 'cash' as TakenMethod, part: decimal(order.due_amount, currency), tip: '', given: '' };
  const form = useDraftForm(empty, (typed) => readPart(typed, order));
  const { draft, set, wrong } = form;
  const { method } = draft;
  const { amount, given } = amountsOf(draft, currency);
  const [parts, setParts] = useState<Part[]>([]);
  const [isByLink, setIsByLink] = useState(false);
  const whyNoLink = useWhyNoLink();

  const record = () => {
    const values = form.check();
    if (!values) return false;
    const { part, tip } = values;
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
    form.restart({ ...empty, method, part: decimal(Math.min(part, order.due_amount - part), currency) });
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
            onClick={() => set({ method: value })}
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
      <Field label="Amount" hint={`${money(order.due_amount, currency)} is due.`} validationMessage={wrong?.part}>
        <Input value={draft.part} inputMode="decimal" onChange={(_event, data) => set({ part: data.value })} />
      </Field>
      <div className="g-flex g-wrap g-gap-8" role="group" aria-label="Split the bill">
        {[1, 2, 3, 4].map((people) => (
          <Button
            key={people}
            className={css.payMethod}
            onClick={() => set({ part: decimal(Math.ceil(order.due_amount / people), currency) })}
          >
            {people === 1 ? 'All of it' : `1 of ${people}`}
          </Button>
        ))}
      </div>
      <Field label="Tip (optional)" validationMessage={wrong?.tip}>
        <Input value={draft.tip} inputMode="decimal" onChange={(_event, data) => set({ tip: data.value })} />
      </Field>
      {method === 'cash' && (
        <>
          <Field label="Cash given (optional)" validationMessage={wrong?.given}>
            <Input value={draft.given} inputMode="decimal" onChange={(_event, data) => set({ given: data.value })} />
          </Field>
          <div className="g-flex g-wrap g-gap-8" role="group" aria-label="Cash given">
            {usualNotes(amount, currency).map((note) => (
              <Button key={note} className={css.payMethod} onClick={() => set({ given: decimal(note, currency) })}>
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

interface PartDraft {
  method: TakenMethod;
  part: string;
  tip: string;
  given: string;
}

/** Minor units; null: not entered, or no amount. */
function amountsOf({ method, ...text }: PartDraft, currency: string) {
  const part = parseMoney(text.part, currency);
  const tip = text.tip.trim() === '' ? 0 : parseMoney(text.tip, currency);
  const given = method !== 'cash' || text.given.trim() === '' ? null : parseMoney(text.given, currency);
  return { part, tip, given, amount: (part ?? 0) + (tip ?? 0) };
}

function readPart(draft: PartDraft, { due_amount: due, currency }: Order) {
  const { part, tip, given, amount } = amountsOf(draft, currency);
  const wrong: Partial<Record<keyof PartDraft, string>> = {};
  if (part === null || part <= 0) wrong.part = 'Enter an amount.';
  else if (part > due) wrong.part = 'More than is due: enter the rest as a tip.';
  if (tip === null) wrong.tip = 'Enter an amount.';
  if (draft.method === 'cash' && draft.given.trim() !== '' && (given === null || given < amount))
    wrong.given = `Less than ${money(amount, currency)}.`;
  return Object.keys(wrong).length > 0 ? { wrong } : { values: { part: part ?? 0, tip } };
}

/** What a customer is likely to hand over: the next full 5, 10, 20 and 50, minor units. */
function usualNotes(amount: number, currency: string): number[] {
  const unit = 10 ** exponentOf(currency);
  const notes = [5, 10, 20, 50].map((note) => Math.ceil(amount / (note * unit)) * note * unit);
  return [...new Set([amount, ...notes])].filter((note) => note > 0).slice(0, 4);
}
