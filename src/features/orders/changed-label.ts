import type { OrderEvent } from '../../../contract/orders/calls.ts';
import { humanize } from '../../ui/status-label.ts';
import { readChanges } from './read-changes.ts';

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

export const fieldLabel = (field: string): string => fieldWords[field] ?? humanize(field);

/** "Changed: 2 Garlic naan instead of 1, Pilau rice taken off, table" */
export function changedLabel(corrections: readonly Pick<OrderEvent, 'changes'>[]): string {
  const words = readChanges(corrections).flatMap((change) => {
    switch (change.kind) {
      case 'added':
        return `${change.quantity === 1 ? '' : `${change.quantity} `}${change.name} added`;
      case 'removed':
        return `${change.name} taken off`;
      case 'quantity': {
        const { name, from, to, isNoteChanged } = change;
        return [`${to} ${name} instead of ${from}`, ...(isNoteChanged ? [`note on ${name}`] : [])];
      }
      case 'note':
        return `note on ${change.name}`;
      case 'field':
        return fieldLabel(change.field);
    }
  });
  return words.length > 0 ? `Changed: ${words.join(', ')}` : 'Changed';
}
