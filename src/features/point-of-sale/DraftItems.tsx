import { useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import {
  Add20Regular,
  Comment20Regular,
  Delete20Regular,
  Options20Regular,
  Subtract20Regular,
} from '@fluentui/react-icons';
import type { Order } from '../../../contract/orders/calls.ts';
import { money, parseMoney } from '../../lib/money.ts';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { sumsOf } from '../../../contract/orders/sums.ts';
import { pieceAmount } from '../../../contract/orders/price-dish.ts';
import { modifierWords } from './choice-words.ts';
import css from './point-of-sale.module.css';
import type { Draft, DraftLine } from './draft.ts';

interface Props {
  draft: Draft;
  /** What it makes when it is saved. */
  order: Order;
  /** Where a code is entered. */
  codes: ReactNode;
  error: string | undefined;
  onLine: (id: string, fields: Partial<Pick<DraftLine, 'quantity' | 'note'>>) => void;
  onOther: (name: string, amount: number) => void;
  canChoose: (line: DraftLine) => boolean;
  /** Opens the choices of a line's dish. */
  onChoose: (line: DraftLine) => void;
}

/** The chosen dishes: quantity, note to the kitchen, and the total. */
export function DraftItems(props: Props) {
  const { draft, order, codes, error, onLine, onOther, canChoose, onChoose } = props;
  const { currency } = order;
  return (
    <section aria-labelledby="counter-items">
      <h2 id="counter-items" className={`g-size-18 ${css.heading}`}>
        Items
      </h2>
      {draft.lines.length === 0 && (
        <p className={error ? `g-strong ${css.error}` : 'g-faint'}>{error ?? 'Tap a dish to add it.'}</p>
      )}
      <ul>
        {draft.lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            currency={currency}
            onLine={onLine}
            onChoose={canChoose(line) ? () => onChoose(line) : null}
          />
        ))}
      </ul>
      <Other currency={currency} onOther={onOther} />
      {codes}
      {draft.lines.length > 0 && (
        <dl>
          {sumsOf(order).map(({ id, kind, label, amount }) => (
            <div
              key={id}
              className={classes('g-flex g-spread g-gap-12', css.sum, kind === 'total' && 'g-size-18 g-strong')}
            >
              <dt className="g-break">{label}</dt>
              <dd className="g-digits">{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface LineProps extends Pick<Props, 'onLine'> {
  line: DraftLine;
  currency: string;
  /** Null: there is nothing to choose of it. */
  onChoose: (() => void) | null;
}

function Line({ line, currency, onLine, onChoose }: LineProps) {
  const [hasNote, setHasNote] = useState(Boolean(line.note));
  const { id, name, quantity } = line;
  return (
    <li className={`g-grid g-rule-below ${css.line}`}>
      <span className="g-break g-strong">{name}</span>
      <span className="g-digits">{money(quantity * pieceAmount(line), currency)}</span>
      {line.modifiers?.map((one, i) => (
        // The same one may be there below two others.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={i} className="g-soft g-line-row" style={{ paddingInlineStart: 12 + 12 * (one.depth ?? 0) }}>
          {modifierWords(one)}
          {(one.each_amount ?? 0) > 0 && ` +${money(one.each_amount ?? 0, currency)}`}
        </span>
      ))}
      <div className={'g-row g-gap-4 g-line-row'}>
        <Button
          icon={quantity === 1 ? <Delete20Regular /> : <Subtract20Regular />}
          aria-label={quantity === 1 ? `Take ${name} off` : `One ${name} less`}
          onClick={() => onLine(id, { quantity: quantity - 1 })}
        />
        <output className={`g-centered g-heavy g-size-18 ${css.quantity}`} aria-label={`Number of ${name}`}>
          {quantity}
        </output>
        <Button
          icon={<Add20Regular />}
          aria-label={`One ${name} more`}
          disabled={quantity === 99}
          onClick={() => onLine(id, { quantity: quantity + 1 })}
        />
        {onChoose && (
          <Button
            appearance="subtle"
            icon={<Options20Regular />}
            aria-label={`Choices of ${name}`}
            onClick={onChoose}
          />
        )}
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
          className={'g-input g-narrow g-line-row'}
          // The pressed button is gone, so the field that it opened takes the focus.
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

/** An item that no menu has: corkage, half a portion, a favour. */
function Other({ currency, onOther }: Pick<Props, 'onOther'> & { currency: string }) {
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
    <div className={`g-grid g-start-middle ${css.other}`}>
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
