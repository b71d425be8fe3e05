import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { WebsiteSetup } from '../../contract/website/calls.ts';
import { publicationNeeds } from '../../contract/website/publication-needs.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import type { Tx } from '../db/tx.ts';
import { inActiveCategory, inPublishedBook } from '../menu/offered.ts';

/** What keeps a website from being of use to customers. */
export const readPublicationNeeds = async (
  db: Tx,
  restaurant: Pick<Restaurant, 'id' | 'order_type' | 'opening_hours'>,
): Promise<WebsiteSetup['publication_needs']> => publicationNeeds(restaurant, await hasDish(db, restaurant.id));

export const needLabels: Record<WebsiteSetup['publication_needs'][number], string> = {
  menu: 'Publish a menu with at least one dish',
  opening_hours: 'Enter opening hours',
};

/** Whether customers see any dish (isOffered). */
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
