import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { isEditable } from '../../../contract/orders/edit.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { instant } from '../../data/clock.ts';
import { newId } from '../../data/ids.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { serverNow } from '../../lib/server-now.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../links.ts';
import { kitchenDensity } from '../../ui/density.ts';
import { Page } from '../../ui/page/Page.tsx';
import {
  allItems,
  books as readBooks,
  categories as readCategories,
  itemsInUse,
  modifierGroups,
} from '../menu/queries.ts';
import type { OrderParts } from './OrderPlaced.tsx';
import { PointOfSale } from './PointOfSale.tsx';
import css from './point-of-sale.module.css';
import { CounterStates, TooLate } from './PointOfSaleStates.tsx';
import { begunIn } from '../chats/queries.ts';
import { draftOfChat, draftOfRefused, emptyDraft, type CreateBody } from './draft.ts';
import { dishesOf } from './dishes-of.ts';
import { keptDraft } from './kept-draft.ts';
import { refusedOrder } from './queries.ts';

/** Manual orders: a new one, a correction (`order`), a refused one to try again (`failed`), or one begun in a chat (`chat`). */
export function PointOfSaleScreen({ restaurant, parts }: { restaurant: Restaurant; parts: OrderParts }) {
  const asked = new URLSearchParams(useSearch());
  const orderId = asked.get('order') ?? '';
  const deadLetterKey = asked.get('failed') ?? '';
  const chatId = asked.get('chat') ?? '';
  const categories = useRows('menu_categories', (db) => readCategories(db), []);
  const items = useRows('menu_items', (db) => allItems(db), []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const books = useRows('menu_books', (db) => readBooks(db), []);
  const order = useRow('orders', orderId);
  const begun = useLive((db) => begunIn(db, chatId, serverNow()), [chatId]);
  const deadLetter = useLive((db) => refusedOrder(db, deadLetterKey), [deadLetterKey]);
  const { tax_settings: taxes } = restaurant;
  const menu = useMemo(
    () =>
      dishesOf({ items: items ?? [], categories: categories ?? [], books: books ?? [], groups: groups ?? [], taxes }),
    [items, categories, books, groups, taxes],
  );

  const title = orderId ? (order ? `Change #${numberOf(order)}` : 'Change an order') : 'New order';
  const parents = [{ label: 'Orders', to: links.orders() }];
  if (order) parents.push({ label: `#${numberOf(order)}`, to: links.order(order.id) });
  const isKnown =
    items !== undefined &&
    books !== undefined &&
    groups !== undefined &&
    categories !== undefined &&
    order !== undefined &&
    begun !== undefined &&
    deadLetter !== undefined;
  const inUse = useMemo(() => itemsInUse(items ?? [], books ?? []), [items, books]);
  const given = { restaurant, categories: categories ?? [], items: inUse, menu, parts };

  const content = () => {
    if (!isKnown) return null;
    if (orderId) {
      if (!order || !isEditable(order)) return <TooLate order={order} />;
      return <PointOfSale key={order.id} {...given} order={order} />;
    }
    if (inUse.length === 0) return <CounterStates />;
    if (deadLetter) {
      const start = draftOfRefused(deadLetter.entry.body as CreateBody, menu, deadLetter.entry.occurredAt); // the failed change of this very call
      return <PointOfSale key={deadLetter.key} {...given} start={start} instead={deadLetter.key} />;
    }
    if (begun?.draft.order) {
      const start = draftOfChat(begun.chat, begun.draft, menu, { at: instant(serverNow()), newId });
      return <PointOfSale key={chatId} {...given} start={start} isKept={false} />;
    }
    return <PointOfSale key="new" {...given} start={keptDraft(restaurant.id) ?? emptyDraft()} />;
  };

  return (
    <Page title={title} breadcrumb={parents} isFlush className={`${css.counter} ${kitchenDensity}`}>
      {content()}
    </Page>
  );
}
