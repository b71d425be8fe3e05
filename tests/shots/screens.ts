import type { Account } from '../e2e/api.ts';
import { callApi } from '../e2e/api.ts';

/** A screen to photograph; `null`: this restaurant has nothing to show there. */
export interface Shot {
  name: string;
  path: string | null;
  /** The button that opens what is meant. */
  press?: string;
}

interface Named {
  id: string;
}

/** Every screen of the app, with addresses of rows that this restaurant has. */
export async function screensOf(origin: string, { token }: Pick<Account, 'token'>): Promise<Shot[]> {
  const first = async (path: string): Promise<string | undefined> => {
    const { data } = await callApi<Named[] | Record<string, Named[]>>(origin, 'GET', path, { token });
    const rows = Array.isArray(data) ? data : Object.values(data ?? {}).find((value) => Array.isArray(value));
    return rows?.[0]?.id;
  };
  const order = await first('/orders');
  const booked = await first('/reservations');
  const payment = await first('/payments');
  const promotion = await first('/promotions');
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
    { name: 'reservations', path: '/restaurant/orders?view=reservations' },
    { name: 'reservation-times', path: '/restaurant/orders?view=reservations&show=timeline' },
    { name: 'floor-plan', path: '/restaurant/orders?view=reservations&show=plan' },
    { name: 'waiting-list', path: '/restaurant/orders?view=reservations&show=waiting' },
    { name: 'reservation', path: below(booked, `/restaurant/orders?view=reservations&reservation=${booked}`) },
    { name: 'new-reservation', path: '/restaurant/orders?view=reservations', press: 'Reserve' },
    { name: 'availability', path: '/restaurant/menu?view=availability' },
    { name: 'menu', path: '/restaurant/menu' },
    { name: 'categories', path: below(book, `/restaurant/menu/${book}/category`) },
    { name: 'items', path: below(category, `/restaurant/menu/${book}/category/${category}`) },
    {
      name: 'new-item',
      path: below(category, `/restaurant/menu/${book}/category/${category}?limit=30`),
      press: 'Add item',
    },
    { name: 'customers', path: '/restaurant/customers' },
    { name: 'customer', path: below(customer, `/restaurant/customers?customer=${customer}`) },
    { name: 'import-customers', path: '/restaurant/customers?import=new' },
    { name: 'promotions', path: '/restaurant/customers?tab=promotions' },
    { name: 'promotion', path: below(promotion, `/restaurant/customers?tab=promotions&promotion=${promotion}`) },
    { name: 'payments', path: '/restaurant/payments' },
    { name: 'tax-report', path: '/restaurant/payments', press: 'Tax report' },
    { name: 'payment', path: below(payment, `/restaurant/payments/${payment}`) },
    { name: 'chats', path: '/restaurant/chats' },
    { name: 'chat', path: below(customer, `/restaurant/chats/${customer}`) },
    { name: 'channels', path: '/restaurant/channels' },
    { name: 'whatsapp', path: '/restaurant/channels/whatsapp' },
    { name: 'calendar', path: '/restaurant/channels/google-calendar' },
    { name: 'chatbot', path: '/restaurant/chatbot' },
    { name: 'chatbot-setup', path: '/restaurant/chatbot/setup' },
    { name: 'chatbot-manage', path: '/restaurant/chatbot/manage' },
    { name: 'upload', path: '/restaurant/menu/upload' },
    { name: 'inventory', path: '/restaurant/inventory' },
    { name: 'website', path: '/restaurant/website' },
    { name: 'settings', path: '/restaurant/settings' },
    { name: 'account', path: '/restaurant/settings?tab=account' },
    { name: 'hours', path: '/restaurant/settings?tab=hours' },
    { name: 'order-settings', path: '/restaurant/settings?tab=orders' },
    { name: 'delivery', path: '/restaurant/settings?tab=delivery' },
    { name: 'delivery-form', path: '/restaurant/settings?tab=delivery', press: 'Add a location' },
    { name: 'taxes', path: '/restaurant/settings?tab=taxes' },
    { name: 'stations', path: '/restaurant/settings?tab=kitchen' },
    { name: 'printers', path: '/restaurant/settings?tab=printers' },
    { name: 'table-codes', path: '/restaurant/website?view=codes' },
    { name: 'security', path: '/restaurant/settings?tab=security' },
    { name: 'notifications', path: '/restaurant/settings?tab=notifications' },
    { name: 'reservation-settings', path: '/restaurant/settings?tab=reservations' },
    { name: 'wallet', path: '/restaurant/settings?tab=wallet' },
    { name: 'statement', path: '/restaurant/settings?tab=wallet', press: 'Open the statement' },
    { name: 'bank-account', path: '/restaurant/settings?tab=wallet', press: 'Add a bank account' },
    { name: 'subscription', path: '/restaurant/settings?tab=subscription' },
  ];
}
