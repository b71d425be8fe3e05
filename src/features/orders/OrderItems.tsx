import { Comment16Regular, Warning16Filled } from '@fluentui/react-icons';
import type { Order, OrderLine } from '../../../contract/orders/calls.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import css from './detail.module.css';

/** The lines and the sum, each part of it that is not nothing, so that the total can be followed. */
export function OrderItems({ order }: { order: Order }) {
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const amount = (minor: number) => money(minor, order.currency);
  return (
    <section className={css.card} aria-labelledby="order-items">
      <div className={css.cardHead}>
        <h2 id="order-items">Items</h2>
        <span>{pieces === 1 ? '1 item' : `${pieces} items`}</span>
      </div>
      <ul className={css.lines}>
        {order.lines.map((line) => (
          <Line key={line.id} line={line} currency={order.currency} warnOf={order.allergens} />
        ))}
      </ul>
      <dl className={css.sums}>
        <Sum word="Subtotal" value={amount(order.subtotal_amount)} />
        {order.discount_amount !== 0 && <Sum word="Discount" value={amount(-Math.abs(order.discount_amount))} />}
        {order.delivery_fee_amount !== 0 && <Sum word="Delivery" value={amount(order.delivery_fee_amount)} />}
        {order.service_charge_amount !== 0 && <Sum word="Service charge" value={amount(order.service_charge_amount)} />}
        {order.packaging_fee_amount !== 0 && <Sum word="Packaging" value={amount(order.packaging_fee_amount)} />}
        {order.tip_amount !== 0 && <Sum word="Tip" value={amount(order.tip_amount)} />}
        {order.taxes
          .filter((tax) => !tax.is_inclusive)
          .map((tax) => (
            <Sum key={tax.name} word={taxWords(tax.name, tax.rate_bp)} value={amount(tax.tax_amount)} />
          ))}
        <Sum word="Total" value={amount(order.total_amount)} look={css.total} />
        {order.taxes
          .filter((tax) => tax.is_inclusive)
          .map((tax) => (
            <Sum
              key={tax.name}
              word={`Includes ${taxWords(tax.name, tax.rate_bp)}`}
              value={amount(tax.tax_amount)}
              look={css.small}
            />
          ))}
        {order.paid_amount > 0 && order.due_amount !== 0 && <Sum word="Paid" value={amount(order.paid_amount)} />}
        {order.refunded_amount > 0 && <Sum word="Refunded" value={amount(-order.refunded_amount)} />}
        {order.due_amount > 0 && <Sum word="To be paid" value={amount(order.due_amount)} look={css.unpaid} />}
      </dl>
    </section>
  );
}

function Line({ line, currency, warnOf }: { line: OrderLine; currency: string; warnOf: string[] }) {
  const dangers = (line.allergens ?? []).filter((allergen) => warnOf.includes(allergen));
  return (
    <li className={css.line}>
      <span className={css.quantity}>{line.quantity}×</span>
      <div>
        <p className={css.dish}>{line.name}</p>
        {line.modifiers?.map((modifier) => (
          <p key={`${modifier.group_name} ${modifier.name}`} className={css.modifier}>
            {prefixes[modifier.prefix]}
            {modifier.name}
            {modifier.quantity > 1 && ` ×${modifier.quantity}`}
            {modifier.total_amount !== 0 && ` +${money(modifier.total_amount, currency)}`}
          </p>
        ))}
        {line.note && (
          <p className={css.lineNote}>
            <Comment16Regular />
            <bdi>{line.note}</bdi>
          </p>
        )}
        {dangers.length > 0 && (
          <p className={css.danger}>
            <Warning16Filled />
            {allergenList(dangers)}
          </p>
        )}
      </div>
      <span className={css.amount}>{money(line.total_amount, currency)}</span>
    </li>
  );
}

const prefixes: Record<string, string> = { none: '', extra: 'Extra ', less: 'Less ', no: 'No ' };

function Sum({ word, value, look }: { word: string; value: string; look?: string | undefined }) {
  return (
    <div className={look}>
      <dt>{word}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const taxWords = (name: string, rate: number) => (rate > 0 && !/\d/.test(name) ? `${name} ${rate / 100}%` : name);
