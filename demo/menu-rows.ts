import { applyAvailability, type AvailabilityBody, type OpeningRules } from '../contract/menu/availability.ts';
import { newBook, newCategory, newItem, type NewBook } from '../contract/menu/new-rows.ts';
import type { MenuItem } from '../contract/menu/calls.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';
import type { DemoDishRow } from './kitchen.ts';
import { demoChoices } from './choices.ts';
import { demoMenu } from './menu.ts';

/** What the kitchen has marked sold out this evening, and for how long. */
const soldOut: Record<string, AvailabilityBody> = {
  'Lamb rogan josh': { availability_status: 'sold_out', duration: 'today', reason: 'out_of_stock' },
  'Prawn madras': { availability_status: 'sold_out', reason: 'quality' },
  'Seekh kebab': { availability_status: 'sold_out', duration: 'indefinite', reason: 'equipment' },
  Cobra: { availability_status: 'sold_out', duration: 'indefinite', reason: 'out_of_stock' },
};

/** The rows of "Evening menu" with version 0; the caller sets the version. */
export function demoMenuRows(
  now: Date,
  actor: Actor,
  restaurant: OpeningRules,
  imageOf: (dish: string) => string | null = () => null,
) {
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
    newCategory({ name, kitchen_station, sort_order, tax_rate_bp: 2000 }, birth(), book.id),
  );
  const { groups, extraOf } = demoChoices(now, actor);
  const items = demoMenu.flatMap(({ dishes }, i) =>
    dishes.map((dish, sort_order) => {
      const where = { bookId: book.id, categoryId: categories[i]?.id ?? '', currency: 'GBP' };
      return switched(
        newItem(
          { ...dish, image_url: imageOf(dish.name), sort_order, allergens_confirmed_at: at, ...extraOf(dish.name) },
          birth(),
          where,
        ),
        now,
        actor,
        restaurant,
      );
    }),
  );
  return { book, categories, items, groups };
}

function switched(item: MenuItem, now: Date, actor: Actor, restaurant: OpeningRules): MenuItem {
  const body = soldOut[item.name];
  if (!body) return item;
  // Back within the hour, at a quarter that a person would choose.
  const soon = new Date(Math.ceil((now.getTime() + 45 * 60_000) / 900_000) * 900_000).toISOString();
  const fields = item.name === 'Prawn madras' ? { ...body, unavailable_until: soon } : body;
  const outcome = applyAvailability(item, fields, {
    occurredAt: now.toISOString(),
    opId: newId(now),
    actor,
    restaurant,
  });
  return outcome.kind === 'set' ? outcome.item : item;
}

/** The dishes of each category by its name. */
export function dishesByCategory({
  book,
  categories,
  items,
  groups,
}: ReturnType<typeof demoMenuRows>): ReadonlyMap<string, DemoDishRow[]> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return new Map(
    categories.map((category) => [
      category.name,
      items.filter((item) => item.category_id === category.id).map((item) => ({ item, category, book, groups: byId })),
    ]),
  );
}
