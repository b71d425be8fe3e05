import type { MenuItem } from '../menu/calls.ts';
import type { ModifierGroup } from '../menu/modifiers.ts';

type Target = Pick<MenuItem, 'availability_status' | 'availability_reason'>;

/** True if the stock, not a person, says that it is sold out. */
export const isStockSoldOut = ({ availability_status: status, availability_reason: reason }: Target): boolean =>
  status === 'sold_out' && reason === 'stock_zero';

const on = <T extends Target>(target: T): T =>
  isStockSoldOut(target) ? { ...target, availability_status: 'available', availability_reason: null } : target;

/** The dish as staff may sell it where the restaurant oversells: only what a person turned off is sold out. */
export function sellAnyway<
  D extends { item: Pick<MenuItem, 'variants'> & Target; groups: ReadonlyMap<string, ModifierGroup> },
>(dish: D): D {
  const groups = [...dish.groups].map(([id, group]) => [id, { ...group, modifiers: group.modifiers.map(on) }] as const);
  const variants = dish.item.variants?.map(on);
  return { ...dish, item: { ...on(dish.item), ...(variants && { variants }) }, groups: new Map(groups) };
}
