import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, Comment20Regular, Delete20Regular, Subtract20Regular } from '@fluentui/react-icons';
import type { Order } from '../../../contract/orders/calls.ts';
import { money, parseMoney } from '../../lib/money.ts';
import { TextField } from '../../ui/TextField.tsx';
import css from './point-of-sale.module.css';
import { foodOf, totalOf, type Draft, type DraftLine } from './draft.ts';

interface Props {
  draft: Draft;
  /** The order that is corrected, whose fees stay. */
  looked: Order | undefined;
  currency: string;
  error: string | undefined;
  onLine: (id: string, fields: Partial<Pick<DraftLine, 'quantity' | 'note'>>) => void;
  onOther: (name: string, amount: number) => void;
}

/** What was chosen: how many, what to say to the kitchen, and the sum. */
export function DraftItems({ draft, looked, currency, error, onLine, onOther }: Props) {
  const food = foodOf(draft);
  const total = totalOf(draft, looked);
  return (
    <section aria-labelledby="counter-items">
      <h2 id="counter-items" className={css.heading}>
        Items
      </h2>
      {draft.lines.length === 0 && (
        <p className={error ? css.error : css.hint}>{error ?? 'Tap a dish to put it into the order.'}</p>
      )}
      <ul className={css.lines}>
        {draft.lines.map((line) => (
          <Line key={line.id} line={line} currency={currency} onLine={onLine} />
        ))}
      </ul>
      <Other currency={currency} onOther={onOther} />
      {draft.lines.length > 0 && total !== food && (
        <p className={css.sum}>
          <span>Items</span>
          <span>{money(food, currency)}</span>
        </p>
      )}
      {draft.lines.length > 0 && (
        <p className={css.sum}>
          <span>{total === food ? 'Total' : 'Total with fees'}</span>
          <b>{money(total, currency)}</b>
        </p>
      )}
    </section>
  );
}

function Line({ line, currency, onLine }: { line: DraftLine; currency: string } & Pick<Props, 'onLine'>) {
  const [hasNote, setHasNote] = useState(Boolean(line.note));
  const { id, name, quantity } = line;
  return (
    <li className={css.line}>
      <span className={css.dish}>{name}</span>
      <span className={css.amount}>{money(quantity * line.unit_amount, currency)}</span>
      <div className={css.steppers}>
        <Button
          icon={quantity === 1 ? <Delete20Regular /> : <Subtract20Regular />}
          aria-label={quantity === 1 ? `Take ${name} off` : `One ${name} less`}
          onClick={() => onLine(id, { quantity: quantity - 1 })}
        />
        <output className={css.quantity} aria-label={`Number of ${name}`}>
          {quantity}
        </output>
        <Button
          icon={<Add20Regular />}
          aria-label={`One ${name} more`}
          disabled={quantity === 99}
          onClick={() => onLine(id, { quantity: quantity + 1 })}
        />
        {!hasNote && (
          <Button
            appearance="subtle"
            icon={<Comment20Regular />}
            aria-label={`Note for ${name}`}
            onClick={() => setHasNote(true)}
          />
        )}
      </div>
      {hasNote && (
        <input
          className={css.note}
          // The button that was pressed is gone; what it opened takes the focus.
          ref={line.note ? undefined : focusOnce}
          aria-label={`Note for ${name}`}
          placeholder="No onions, extra hot …"
          maxLength={200}
          value={line.note ?? ''}
          onChange={(event) => onLine(id, { note: event.currentTarget.value })}
        />
      )}
    </li>
  );
}

const focusOnce = (input: HTMLInputElement | null) => {
  if (input && !input.dataset.met) {
    input.dataset.met = 'yes';
    input.focus();
  }
};

/** What no menu has: corkage, half a portion, a favour. */
function Other({ currency, onOther }: Pick<Props, 'currency' | 'onOther'>) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const amount = parseMoney(price, currency);
  const add = () => {
    if (!name.trim() || amount === null) return setIsAsked(true);
    onOther(name, amount);
    setName('');
    setPrice('');
    setIsAsked(false);
    setIsOpen(false);
  };
  if (!isOpen)
    return (
      <Button appearance="subtle" icon={<Add20Regular />} onClick={() => setIsOpen(true)}>
        Custom item
      </Button>
    );
  return (
    <div className={css.other}>
      <TextField
        label="What is it?"
        value={name}
        onChange={setName}
        maxLength={160}
        error={isAsked && !name.trim() ? 'Say what it is' : null}
        takesFocus
      />
      <TextField
        label="Price"
        inputMode="decimal"
        value={price}
        onChange={setPrice}
        error={isAsked && amount === null ? 'An amount, such as 4.50' : null}
      />
      <Button onClick={add}>Add it</Button>
    </div>
  );
}
