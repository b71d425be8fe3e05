import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { openFor } from '../../src/data/current.ts';
import { useRows } from '../../src/data/live.ts';

// Cold open through the app's sync layer and React, without the app's screens: 15 rows.
const query = new URLSearchParams(location.search);
openFor(query.get('user')!, query.get('restaurant')!);

function NewestOrders() {
  const rows = useRows('orders', (db) => db.orders.orderBy('placed_at').reverse().limit(15).toArray(), []);
  return rows?.map((order) =>
    h('li', { key: order.id }, h('a', { href: `/restaurant/orders/${order.id}` }, `#${order.order_no}`)),
  );
}

createRoot(document.querySelector('#list')!).render(h(NewestOrders));
