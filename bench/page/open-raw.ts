import { newestOrders, openRaw } from './raw.ts';

// Cold open on plain IndexedDB: 15 rows.
const db = await openRaw(new URLSearchParams(location.search).get('db')!);
const list = document.querySelector('#list')!;
for (const order of await newestOrders(db, 15)) {
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/restaurant/orders/${order.id}`;
  link.textContent = `#${order.order_no}`;
  row.append(link);
  list.append(row);
}
