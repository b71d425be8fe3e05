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
  delivery_fee: 'delivery fee',
  line_price: 'price of a dish',
  written_off: 'write-off',
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
      case 'changed': {
        const { name, from, to, choices, isNoteChanged } = change;
        return [
          ...(from === to ? [] : [`${to} ${name} instead of ${from}`]),
          ...(choices.length > 0 ? [`${name}: ${choices.join(', ')}`] : []),
          ...(isNoteChanged ? [`note on ${name}`] : []),
        ];
      }
      case 'field':
        return fieldLabel(change.field);
    }
  });
  return words.length > 0 ? `Changed: ${words.join(', ')}` : 'Changed';
}
