import { applyAvailability, type AvailabilityBody, type OpeningRules } from '../contract/menu/availability.ts';
import { newBook, newCategory, newItem, type NewBook } from '../contract/menu/new-rows.ts';
import type { MenuItem } from '../contract/menu/calls.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';
import { demoMenu } from './menu.ts';

/** What the kitchen has switched off this evening, and for how long. */
const soldOut: Record<string, AvailabilityBody> = {
  'Lamb rogan josh': { availability_status: 'sold_out', duration: 'today', reason: 'out_of_stock' },
  'Prawn madras': { availability_status: 'sold_out', reason: 'quality' },
  'Seekh kebab': { availability_status: 'sold_out', duration: 'indefinite', reason: 'equipment' },
  Cobra: { availability_status: 'sold_out', duration: 'indefinite', reason: 'out_of_stock' },
};

/** The rows of "Evening menu", with version 0: whoever writes them knows the version. */
export function demoMenuRows(now: Date, actor: Actor, restaurant: OpeningRules) {
  const at = now.toISOString();
  const birth = () => ({ id: newId(now), at, actor, version: 0 });
  const evening: NewBook = {
    name: 'Evening menu',
    description: 'Everything that we cook after noon',
    status: 'published',
    is_default: true,
    order_types: ['pickup', 'delivery', 'dine_in'],
  };
  const book = newBook(evening, birth(), 'GBP');
  const categories = demoMenu.map(({ name, kitchen_station }, sort_order) =>
    newCategory({ name, kitchen_station, sort_order }, birth(), book.id),
  );
  const items = demoMenu.flatMap(({ dishes }, i) =>
    dishes.map((dish, sort_order) => {
      const where = { bookId: book.id, categoryId: categories[i]?.id ?? '', currency: 'GBP' };
      return switched(
        newItem({ ...dish, sort_order, allergens_confirmed_at: at }, birth(), where),
        now,
        actor,
        restaurant,
      );
    }),
  );
  return { book, categories, items };
}

function switched(item: MenuItem, now: Date, actor: Actor, restaurant: OpeningRules): MenuItem {
  const body = soldOut[item.name];
  if (!body) return item;
  // Back within the hour, on a quarter that a person would choose.
  const soon = new Date(Math.ceil((now.getTime() + 45 * 60_000) / 900_000) * 900_000).toISOString();
  const said = item.name === 'Prawn madras' ? { ...body, unavailable_until: soon } : body;
  const outcome = applyAvailability(item, said, { occurredAt: now.toISOString(), opId: newId(now), actor, restaurant });
  return outcome.kind === 'set' ? outcome.item : item;
}

/** The items of each category by its name. */
export function byCategory({ categories, items }: ReturnType<typeof demoMenuRows>): ReadonlyMap<string, MenuItem[]> {
  return new Map(categories.map(({ id, name }) => [name, items.filter((item) => item.category_id === id)]));
}
