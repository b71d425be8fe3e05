import { Warning20Filled } from '@fluentui/react-icons';
import { quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import { linksOf } from '../../../contract/menu/linked.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Mirrored } from '../../data/db.ts';
import { useRows } from '../../data/live.ts';
import { classes } from '../../ui/classes.ts';
import { inventoryItems, stockRows } from '../inventory/queries.ts';
import { modifierGroups } from '../menu/queries.ts';
import { openOrders } from '../orders/queries.ts';
import type { Draft } from './draft.ts';
import css from './point-of-sale.module.css';
import { shortagesOf } from './shortages.ts';

interface Props {
  draft: Draft;
  looked: Order | undefined;
  dishes: Mirrored<'menu_items'>[];
}

/** Says before the order is placed that the stock is not enough. Staff may sell it anyway: the count may be wrong. */
export function StockWarning({ draft, looked, dishes }: Props) {
  const items = useRows('inventory_items', inventoryItems, []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const waiting = useRows('orders', waitingOrders, []);
  if (!items || !groups || !waiting) return null;
  const rows = new Map(stockRows(items, dishes, groups).map((row) => [row.id, row]));
  const shortages = shortagesOf(draft, items, { waiting, looked, links: linksOf(groups) }).flatMap((shortage) => {
    const row = rows.get(shortage.id);
    return row ? [{ ...shortage, row }] : [];
  });
  if (shortages.length === 0) return null;
  return (
    <p className={classes('g-flex g-rigid g-gap-8 g-strong g-pad-10-16', css.clash)} role="alert">
      <Warning20Filled aria-hidden="true" />
      <span>
        <b>Stock.</b>{' '}
        {shortages
          .map(({ row: { name, item }, left, wanted }) =>
            left === '0'
              ? `No ${name} is left`
              : `${quantityLabel(left, item.unit)} of ${name} left, this order takes ${quantityLabel(wanted, item.unit)}`,
          )
          .join('. ')}
        .
      </span>
    </p>
  );
}

/** Orders of this device that the server has not got yet. */
const waitingOrders = async (...[db]: Parameters<typeof openOrders>) =>
  (await openOrders(db)).filter(({ order_no: no }) => no === '');
