import { ownerPool } from '../e2e/database.ts';
import type { Galley } from '../e2e/galley.ts';

/** Makes it shortly after seven in the evening, with a day's orders, whatever the real time is. */
export async function beEvening(galley: Galley): Promise<void> {
  const ahead = 19 - new Date().getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead > 12 ? ahead - 24 : ahead;
  // The signs of these zones are inverted.
  const zone = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  const owner = ownerPool(galley);
  await owner.query(
    `WITH risen AS (UPDATE spaces SET version = version + 1 RETURNING restaurant_id, version)
     UPDATE restaurants SET timezone = $1, version = risen.version FROM risen
      WHERE risen.restaurant_id = restaurants.restaurant_id`,
    [zone],
  );
  await owner.end();
}
