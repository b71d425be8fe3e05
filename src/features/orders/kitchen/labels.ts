import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { typeLabel } from '../../../ui/order-label.ts';
import { firstGrapheme } from '../../../../contract/clip.ts';

const prefixes = { extra: 'Extra', less: 'Less', no: 'No' } as const;
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

type Modifier = NonNullable<OrderLine['modifiers']>[number];

/** What the cook must know of one choice: "NO" "cream". */
interface Said {
  prefix: string | null;
  text: string;
}

/** "2× Paneer" with what lies below it: "EXTRA" "fried egg". */
export interface ModifierPart extends Said {
  below: Said[];
}

/** The choices of a line in their order, each with those below it. */
export function modifierParts({ modifiers = [] }: Pick<OrderLine, 'modifiers'>): ModifierPart[] {
  const parts: ModifierPart[] = [];
  for (const one of modifiers) {
    const above = parts.at(-1);
    if (one.depth && above) above.below.push(saidOf(one));
    else parts.push({ ...saidOf(one), below: [] });
  }
  return parts;
}

function saidOf({ prefix, name, quantity, group_kitchen_name: group }: Modifier): Said {
  const text = prefix === 'none' ? name : lower(name);
  return {
    prefix: prefix === 'none' ? null : prefixes[prefix].toUpperCase(),
    text: kitchenGroup(prefix, group) + (quantity > 1 ? `${quantity}× ${text}` : text),
  };
}

/** "Temp: " before a choice of a group that the kitchen has a name for. "NO mint" stays short: the sign comes first. */
export const kitchenGroup = (prefix: Modifier['prefix'], group: string | undefined): string =>
  group && prefix === 'none' ? `${group}: ` : '';

/** A dish as the kitchen calls it: as the line does, or the menu if the line is of no variant. */
export const kitchenNameOf = (
  line: Pick<OrderLine, 'name' | 'kitchen_name' | 'variant_id'>,
  item: Pick<MenuItem, 'kitchen_name'> | undefined,
): string => line.kitchen_name ?? ((line.variant_id ? null : item?.kitchen_name) || line.name);

/** Whom it is for, short enough to read from afar: the table, else "Kwame M.", else the type of order. */
export function shortWho({
  table_name,
  customer,
  order_type,
}: Pick<Order, 'table_name' | 'customer' | 'order_type'>): string {
  if (table_name) return table_name;
  const [first = '', ...rest] = customer.name.trim().split(/\s+/);
  const last = rest.at(-1);
  return first === '' ? typeLabel(order_type) : last ? `${first} ${firstGrapheme(last)}.` : first;
}
