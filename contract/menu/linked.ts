import type { MenuItem } from './calls.ts';
import type { ModifierGroup } from './modifiers.ts';

type Linked = Pick<MenuItem, 'availability_status' | 'unavailable_until' | 'availability_reason'>;

/**
 * The groups as they can be chosen from: a modifier that is a dish as well (data dictionary, section 7) is sold out or hidden with the
 * dish, or as its own mark says if that lasts longer. `itemOf`: undefined for a dish that is gone, which holds nothing up.
 */
export function withLinked(
  groups: ReadonlyMap<string, ModifierGroup>,
  itemOf: (id: string) => Linked | undefined,
): ReadonlyMap<string, ModifierGroup> {
  if (linkedIds(groups).length === 0) return groups;
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      {
        ...group,
        modifiers: group.modifiers.map((one) => {
          const item = one.linked_item_id ? itemOf(one.linked_item_id) : undefined;
          if (!item || endOf(item) <= endOf(one)) return one;
          const { availability_status, unavailable_until, availability_reason } = item;
          return { ...one, availability_status, unavailable_until, availability_reason };
        }),
      },
    ]),
  );
}

/** When it is back, epoch ms. */
const endOf = ({
  availability_status: status,
  unavailable_until: until,
}: Omit<Linked, 'availability_reason'>): number =>
  status === 'available' ? -Infinity : until === null ? Infinity : Date.parse(until);

/** The dishes that modifiers are as well, by modifier. */
export const linksOf = (groups: Iterable<Pick<ModifierGroup, 'modifiers'>>): Map<string, string> =>
  new Map(
    [...groups].flatMap(({ modifiers }) =>
      modifiers.flatMap(({ id, linked_item_id: item }): [string, string][] => (item ? [[id, item]] : [])),
    ),
  );

/** The dishes that modifiers are as well. */
export const linkedIds = (groups: ReadonlyMap<string, ModifierGroup>): string[] => [
  ...new Set([...groups.values()].flatMap(({ modifiers }) => modifiers.flatMap((one) => one.linked_item_id ?? []))),
];
