import type { Pools } from '../../server/db/open.ts';

/** Publishes the website of a restaurant, whatever it has. The call asks for a menu first (server/website/publication.ts). */
export const publishWebsite = ({ pools }: { pools: Pools }, restaurantId: string): Promise<unknown> =>
  pools.owner.query(
    `INSERT INTO restaurant_settings (restaurant_id, name, value, updated_at)
     VALUES ($1, 'website_publication', '{"published_at": "2026-11-20T18:00:00.000Z"}', now())`,
    [restaurantId],
  );
