import { Comment16Regular, Warning16Filled } from '@fluentui/react-icons';
import { checkLine } from '../../../../contract/orders/allergy-check.ts';
import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { useRows } from '../../../data/live.ts';
import { money } from '../../../lib/money.ts';
import { paidOf, sumsOf, type SumLine } from '../../../../contract/orders/sums.ts';
import { allItems, modifierGroups, offeredGroups } from '../../menu/queries.ts';
import { allergyLabel } from '../kitchen/allergy.ts';
import css from './detail.module.css';

/** The lines and the total with each part that is not zero, so that people can follow the sum. */
export function OrderItems({ order }: { order: Order }) {
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const warningOf = useWarnings(order);
  return (
    <section className={`g-card ${css.card}`} aria-labelledby="order-items">
      <div className="g-facts g-baseline g-faint g-below-12">
        <h2 className="g-text-16 g-strong g-ink" id="order-items">
          Items
        </h2>
        <span>{pieces === 1 ? '1 item' : `${pieces} items`}</span>
      </div>
      <ul className={css.lines}>
        {order.lines.map((line) => (
          <Line key={line.id} line={line} currency={order.currency} warning={warningOf(line)} />
        ))}
      </ul>
      <OrderSums order={order} />
    </section>
  );
}

/** What each line means for the customer's allergies, as the kitchen's ticket says it. */
function useWarnings(order: Order): (line: OrderLine) => string | null {
  const items = useRows('menu_items', (db) => allItems(db), []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  if (!items || !groups) return () => null;
  const byId = new Map(items.map((item) => [item.id, item]));
  const offered = offeredGroups(groups, byId);
  return (line) => allergyLabel(checkLine(order, line, byId.get(line.menu_item_id ?? ''), offered));
}

function Line({ line, currency, warning }: { line: OrderLine; currency: string; warning: string | null }) {
  return (
    <li className={`g-grid g-rule-above ${css.line}`}>
      <span className="g-strong g-soft">{line.quantity}×</span>
      <div>
        <p className="g-line-title">{line.name}</p>
        {line.modifiers?.map((modifier, i) => (
          // The same one may be there below two others.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={i} className="g-remark" style={{ paddingInlineStart: 12 * (modifier.depth ?? 0) }}>
            {modifier.prefix === 'none' ? (
              modifier.name
            ) : (
              <>
                <b className="g-strong g-ink">{prefixes[modifier.prefix]}</b> {lowerFirst(modifier.name)}
              </>
            )}
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
        {warning && (
          <p className={`g-strong ${css.danger}`}>
            <Warning16Filled />
            {warning}
          </p>
        )}
      </div>
      <span className="g-ink">{money(line.total_amount, currency)}</span>
    </li>
  );
}

const prefixes = { extra: 'Extra', less: 'Less', no: 'No' } as const;
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** How the total comes about, and what was paid of it. */
export function OrderSums({ order }: { order: Order }) {
  const isSettled = order.paid_amount === order.total_amount && order.refunded_amount === 0;
  return (
    <dl className={`g-rule-above ${css.sums}`}>
      {[...sumsOf(order), ...(isSettled ? [] : paidOf(order))].map(({ id, kind, label, amount }) => (
        <div key={id} className={styles[kind]}>
          <dt>{label}</dt>
          <dd>{money(amount, order.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

const styles: Partial<Record<SumLine['kind'], string | undefined>> = {
  total: css.total,
  included: css.small,
  due: css.unpaid,
};
