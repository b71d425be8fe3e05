import type { MenuItem } from './calls.ts';
import type { Modifier, ModifierGroup } from './modifiers.ts';

type Held = Pick<MenuItem, 'allergens' | 'may_contain' | 'allergens_confirmed_at'>;
type Linked = Pick<MenuItem, 'availability_status' | 'unavailable_until' | 'availability_reason'> & Held;

/** A modifier with what it has of the dish that it is as well. */
export type OfferedModifier = Modifier & Partial<Omit<Held, 'allergens'>>;
export type OfferedGroup = Omit<ModifierGroup, 'modifiers'> & { modifiers: OfferedModifier[] };

/**
 * The groups as they can be chosen from: a modifier that is a dish as well is sold out or hidden with the
 * dish, or as its own mark says if that lasts longer, and holds the dish's allergens. `itemOf`: undefined for a dish that is gone, which
 * holds nothing up.
 */
export function withLinked<G extends OfferedGroup>(
  groups: ReadonlyMap<string, G>,
  itemOf: (id: string) => Linked | undefined,
): ReadonlyMap<string, G> {
  if (linkedIds(groups).length === 0) return groups;
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      {
        ...group,
        modifiers: group.modifiers.map((one) => {
          const item = one.linked_item_id ? itemOf(one.linked_item_id) : undefined;
          if (!item) return one;
          const { availability_status, unavailable_until, availability_reason } = endOf(item) > endOf(one) ? item : one;
          const { may_contain, allergens_confirmed_at } = item;
          return {
            ...one,
            allergens: [...new Set([...one.allergens, ...item.allergens])],
            may_contain,
            allergens_confirmed_at,
            availability_status,
            unavailable_until,
            availability_reason,
          };
        }),
      },
    ]),
  );
}

/** When it is back, epoch ms. */
const endOf = ({
  availability_status: status,
  unavailable_until: until,
}: Pick<Linked, 'availability_status' | 'unavailable_until'>): number =>
  status === 'available' ? -Infinity : until === null ? Infinity : Date.parse(until);

/** The dishes that modifiers are as well, by modifier. */
export const linksOf = (groups: Iterable<Pick<ModifierGroup, 'modifiers'>>): Map<string, string> =>
  new Map(
    [...groups].flatMap(({ modifiers }) =>
      modifiers.flatMap(({ id, linked_item_id: item }): [string, string][] => (item ? [[id, item]] : [])),
    ),
  );

/** The dishes that modifiers are as well. */
export const linkedIds = (groups: ReadonlyMap<string, OfferedGroup>): string[] => [
  ...new Set([...groups.values()].flatMap(({ modifiers }) => modifiers.flatMap((one) => one.linked_item_id ?? []))),
];
