import { and, eq, isNull, ne } from 'drizzle-orm';
import { isEverOpen } from '../../contract/restaurant/is-ever-open.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { WebsiteSetup } from '../../contract/website/calls.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import type { Tx } from '../pipeline/handler.ts';
import { inActiveCategory, inPublishedBook } from '../storefront/menu.ts';

/** What keeps a website from being of use to customers. Who takes reservations needs no menu. */
export async function publicationNeeds(
  db: Tx,
  { id, order_type, opening_hours }: Pick<Restaurant, 'id' | 'order_type' | 'opening_hours'>,
): Promise<WebsiteSetup['publication_needs']> {
  const hasMenu = order_type.includes('reservation') || (await hasDish(db, id));
  return [...(hasMenu ? [] : (['menu'] as const)), ...(isEverOpen(opening_hours) ? [] : (['opening_hours'] as const))];
}

export const needLabels: Record<WebsiteSetup['publication_needs'][number], string> = {
  menu: 'Publish a menu with at least one dish',
  opening_hours: 'Enter opening hours',
};

/** Whether customers would see any dish. */
async function hasDish(db: Tx, restaurantId: string): Promise<boolean> {
  const rows = await db
    .select({ id: menu_items.id })
    .from(menu_items)
    .innerJoin(menu_categories, inActiveCategory)
    .innerJoin(menu_books, inPublishedBook)
    .where(
      and(
        eq(menu_items.restaurant_id, restaurantId),
        isNull(menu_items.deleted_at),
        ne(menu_items.availability_status, 'hidden'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
