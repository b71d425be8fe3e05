import type { Order } from '../../../contract/orders/calls.ts';
import { humanize } from '../../ui/status-label.ts';

const typeWords: Record<string, string> = {
  pickup: 'Pickup',
  delivery: 'Delivery',
  dine_in: 'Dine in',
  catering: 'Catering',
  reservation: 'Reservation',
};
export const typeLabel = (type: string) => typeWords[type] ?? humanize(type);

const paymentWords: Record<string, string> = {
  unpaid: 'Unpaid',
  authorized: 'Authorised',
  paid: 'Paid',
  partially_refunded: 'Part refunded',
  refunded: 'Refunded',
  failed: 'Failed',
};
export const paymentLabel = (status: string) => paymentWords[status] ?? humanize(status);

const sourceWords: Record<string, string> = {
  website: 'Website',
  whatsapp: 'WhatsApp',
  chatbot: 'Chatbot',
  phone: 'Phone',
  walk_in: 'Walk-in',
  qr_table: 'Table code',
  delivery_partner: 'Delivery partner',
  api: 'Till import',
};
export const sourceLabel = (source: string) => sourceWords[source] ?? humanize(source);

/** How the order came in, as the end of "Placed today at 18:55 …". */
export const placedBy: Record<string, string> = {
  website: 'on the website',
  whatsapp: 'by WhatsApp',
  chatbot: 'by WhatsApp, through the chatbot',
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

/** Who it is for: the customer, else the table, else what kind of order it is. */
export const whoLine = (order: Pick<Order, 'customer' | 'table_name' | 'channel'>) =>
  order.customer.name ||
  order.table_name ||
  (order.channel === 'api' ? 'No name' : `${sourceLabel(order.channel)} customer`);

/** "3 min", "2 h 5 min", "4 d": the age of something, to the minute. */
export function ageLabel(minutes: number): string {
  if (minutes < 100) return `${Math.max(0, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}
