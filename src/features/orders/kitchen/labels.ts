import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { typeLabel } from '../labels.ts';

const prefixes = { extra: 'Extra', less: 'Less', no: 'No' } as const;
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** "No cream, 2× extra cheese": what the cook has to know of a line, in one line. */
export function modifierLine({ modifiers = [] }: OrderLine): string {
  return modifiers
    .map(({ prefix, name, quantity }, i) => {
      const text =
        prefix === 'none' ? name : `${i === 0 ? prefixes[prefix] : prefixes[prefix].toLowerCase()} ${lower(name)}`;
      return quantity > 1 ? `${quantity}× ${text}` : text;
    })
    .join(', ');
}

/** Whom it is for, short enough to be read from afar: the table, else "Kwame M.", else what kind of order it is. */
export function shortWho({
  table_name,
  customer,
  order_type,
}: Pick<Order, 'table_name' | 'customer' | 'order_type'>): string {
  if (table_name) return table_name;
  const [first = '', ...rest] = customer.name.trim().split(/\s+/);
  const last = rest.at(-1);
  return first === '' ? typeLabel(order_type) : last ? `${first} ${last.charAt(0)}.` : first;
}
