import type { Order, OrderEvent } from '../../../contract/orders/calls.ts';
import { humanize } from '../../ui/status-label.ts';

const fieldWords: Record<string, string> = {
  order_type: 'order type',
  customer: 'customer',
  table_name: 'table',
  guests_count: 'guests',
  delivery_address: 'address',
  due_at: 'time',
  customer_note: 'note',
  kitchen_note: 'note for the kitchen',
  allergens: 'allergies',
  discounts: 'discounts',
};

/** "Changed: 2 Garlic naan instead of 1, Pilau rice taken off, table" */
export function changedLabel({ changes = [] }: Pick<OrderEvent, 'changes'>): string {
  const words = changes.map(({ field, name, from, to }) => {
    if (field === 'line_note') return `note on ${name}`;
    if (field !== 'line') return fieldWords[field] ?? humanize(field);
    if (to === 0) return `${name} taken off`;
    return from === 0 ? `${to === 1 ? '' : `${to} `}${name} added` : `${to} ${name} instead of ${from}`;
  });
  return words.length > 0 ? `Changed: ${words.join(', ')}` : 'Changed';
}

/** The last correction if no step was taken since: from a later step on, the kitchen has read it. */
export function changeSinceStep({ events }: Pick<Order, 'events'>): OrderEvent | null {
  const last = events.findLast(({ type }) => type === 'edited' || type === 'status' || type === 'recall');
  return last?.type === 'edited' ? last : null;
}
