import type { Order } from '../../../contract/orders/calls.ts';
import { writtenOffAmount } from '../../../contract/orders/revenue.ts';
import { sourceLabel } from '../../ui/order-label.ts';
import { humanize } from '../../ui/status-label.ts';

const paymentWords: Record<string, string> = {
  unpaid: 'Unpaid',
  authorized: 'Authorised',
  paid: 'Paid',
  partially_refunded: 'Part refunded',
  refunded: 'Refunded',
  failed: 'Failed',
};
export const paymentLabel = (status: string) => paymentWords[status] ?? humanize(status);

export const paymentWord = (order: Pick<Order, 'payment_status' | 'events'>): string =>
  order.payment_status === 'unpaid' && writtenOffAmount(order) > 0 ? 'Written off' : paymentLabel(order.payment_status);

/** How the order was placed, as the end of "Placed today at 18:55 …". */
export const placedBy: Record<string, string> = {
  website: 'on the website',
  whatsapp: 'by WhatsApp',
  chatbot: 'through the chatbot, on the website',
  phone: 'by phone',
  walk_in: 'at the counter',
  qr_table: 'by a table code',
  delivery_partner: 'by a delivery partner',
  api: 'in the till',
};

const methodWords: Record<string, string> = {
  card: 'by card',
  cash: 'in cash',
  bank_transfer: 'by bank transfer',
  mobile_money: 'by mobile money',
  wallet: 'from a wallet',
  payment_link: 'by payment link',
  other: 'in another way',
};
export const methodLabel = (method: string | null) => (method ? (methodWords[method] ?? '') : '');

export const rejectionReasons = {
  busy: 'Too busy',
  closing_early: 'Closing early',
  out_of_stock: 'Something is sold out',
  cannot_deliver: 'Cannot deliver there',
  note_impossible: 'Can’t do what the note asks',
  other: 'Another reason',
} as const;

export const cancellationReasons = {
  customer_request: 'The customer asked',
  out_of_stock: 'Something is sold out',
  kitchen_closed: 'The kitchen closed',
  no_show: 'Not collected',
  payment_failed: 'The payment failed',
  duplicate: 'Duplicate order',
  other: 'Another reason',
} as const;

const moreReasons = { not_answered: 'Nobody answered in time' } as const;

export const reasonLabel = (reason: string | null): string | null => {
  if (!reason) return null;
  const words: Record<string, string> = { ...cancellationReasons, ...rejectionReasons, ...moreReasons };
  return words[reason] ?? humanize(reason);
};

/** "Chicken tikka masala, Pilau rice, Garlic naan ×2" */
export const itemsLine = (order: Pick<Order, 'lines'>) =>
  order.lines.map((line) => (line.quantity > 1 ? `${line.name} ×${line.quantity}` : line.name)).join(', ');

/** Whom it is for: the customer, else the table, else the type of order. */
export const whoLine = (order: Pick<Order, 'customer' | 'table_name' | 'channel'>) =>
  order.customer.name ||
  order.table_name ||
  (order.channel === 'api' ? 'No name' : `${sourceLabel(order.channel)} customer`);
