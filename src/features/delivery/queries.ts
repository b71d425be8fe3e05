import type { GalleyDb, Mirrored } from '../../data/db.ts';

export const deliveryLocations = (db: GalleyDb): Promise<Mirrored<'delivery_locations'>[]> =>
  db.delivery_locations.toArray();
