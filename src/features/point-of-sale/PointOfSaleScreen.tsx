import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { isEditable } from '../../../contract/orders/edit.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useNotOffered } from '../../api/use-offered.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../routes.ts';
import { kitchenDensity } from '../../ui/density.ts';
import { Page } from '../../ui/Page.tsx';
import { allItems, categories as readCategories } from '../menu/queries.ts';
import { PointOfSale } from './PointOfSale.tsx';
import css from './point-of-sale.module.css';
import { CounterStates, NotOffered, TooLate } from './PointOfSaleStates.tsx';
import { draftOfRefused, emptyDraft, type CreateBody } from './draft.ts';
import { keptDraft } from './kept-draft.ts';
import { createOrder, editOrder } from './mutations.ts';
import { refusedOrder } from './queries.ts';

/** Orders by hand: a new one, the correction of one (`order`), or one that was refused and is to be looked at again (`letter`). */
export function PointOfSaleScreen({ restaurant }: { restaurant: Restaurant }) {
  const asked = new URLSearchParams(useSearch());
  const orderId = asked.get('order') ?? '';
  const letterKey = asked.get('letter') ?? '';
  const categories = useRows('menu_categories', (db) => readCategories(db), []);
  const items = useRows('menu_items', (db) => allItems(db), []);
  const order = useRow('orders', orderId);
  const letter = useLive((db) => refusedOrder(db, letterKey), [letterKey]);
  const menu = useMemo(() => new Map((items ?? []).map((item) => [item.id, item])), [items]);

  const why = useNotOffered((orderId ? editOrder : createOrder).call);

  const title = orderId ? (order ? `Change #${numberOf(order)}` : 'Change an order') : 'New order';
  const parents = [{ label: 'Orders', to: links.orders() }];
  if (order) parents.push({ label: `#${numberOf(order)}`, to: links.order(order.id) });
  const isKnown = items !== undefined && categories !== undefined && order !== undefined && letter !== undefined;
  const parts = { restaurant, categories: categories ?? [], items: items ?? [] };

  const content = () => {
    if (why) return <NotOffered why={why} />;
    if (!isKnown) return null;
    if (orderId) {
      if (!order || !isEditable(order)) return <TooLate order={order} />;
      return <PointOfSale key={order.id} {...parts} order={order} />;
    }
    if (items.length === 0) return <CounterStates />;
    if (letter) {
      const start = draftOfRefused(letter.entry.body as CreateBody, menu); // the letter of this very call
      return <PointOfSale key={letter.key} {...parts} start={start} instead={letter.key} />;
    }
    return <PointOfSale key="new" {...parts} start={keptDraft(restaurant.id) ?? emptyDraft()} />;
  };

  return (
    <Page title={title} breadcrumb={parents} isFlush className={`${css.counter} ${kitchenDensity}`}>
      {content()}
    </Page>
  );
}
