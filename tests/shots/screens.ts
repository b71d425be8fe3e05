import type { Account } from '../e2e/api.ts';
import { callApi } from '../e2e/api.ts';

/** A screen to photograph; `null`: this restaurant has nothing to show there. */
export interface Shot {
  name: string;
  path: string | null;
}

interface Named {
  id: string;
}

/** Every screen of the app that has come so far, with addresses of rows that this restaurant has. */
export async function screensOf(origin: string, { token }: Pick<Account, 'token'>): Promise<Shot[]> {
  const first = async (path: string): Promise<string | undefined> => {
    const { data } = await callApi<Named[] | Record<string, Named[]>>(origin, 'GET', path, { token });
    const rows = Array.isArray(data) ? data : Object.values(data ?? {}).find((value) => Array.isArray(value));
    return rows?.[0]?.id;
  };
  const order = await first('/orders');
  const book = await first('/menu/books');
  const { data: opened } = await callApi<{ categories?: Named[] }>(origin, 'GET', `/menu/books/${book}`, { token });
  const category = book && opened?.categories?.[0]?.id;
  const { data: chats } = await callApi<{ customer_id: string }[]>(origin, 'GET', '/chat', { token });
  const customer = Array.isArray(chats) ? chats[0]?.customer_id : undefined;
  const below = (id: string | undefined, path: string) => (id === undefined ? null : path);
  return [
    { name: 'insights', path: '/restaurant/insights' },
    { name: 'orders', path: '/restaurant/orders' },
    { name: 'all-orders', path: '/restaurant/orders?date=all' },
    { name: 'order', path: below(order, `/restaurant/orders/${order}`) },
    { name: 'absent-order', path: '/restaurant/orders/019f0000-0000-7000-8000-000000000001' },
    { name: 'kitchen', path: '/restaurant/orders?view=kitchen' },
    { name: 'counter', path: '/restaurant/orders?view=counter' },
    { name: 'counter-change', path: below(order, `/restaurant/orders?view=counter&order=${order}`) },
    { name: 'availability', path: '/restaurant/menu?view=availability' },
    { name: 'menu', path: '/restaurant/menu' },
    { name: 'categories', path: below(book, `/restaurant/menu/${book}/category`) },
    { name: 'items', path: below(category, `/restaurant/menu/${book}/category/${category}`) },
    { name: 'customers', path: '/restaurant/customers' },
    { name: 'customer', path: below(customer, `/restaurant/customers?customer=${customer}`) },
    { name: 'chats', path: '/restaurant/chats' },
    { name: 'chat', path: below(customer, `/restaurant/chats/${customer}`) },
    { name: 'channels', path: '/restaurant/channels' },
    { name: 'whatsapp', path: '/restaurant/channels/whatsapp' },
    { name: 'settings', path: '/restaurant/settings' },
  ];
}
