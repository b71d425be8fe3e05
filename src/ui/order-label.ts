import { humanize } from './status-label.ts';

const typeWords: Record<string, string> = {
  pickup: 'Pickup',
  delivery: 'Delivery',
  dine_in: 'Dine in',
  catering: 'Catering',
  reservation: 'Reservation',
};
export const typeLabel = (type: string) => typeWords[type] ?? humanize(type);

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
