import { useLive } from '../../data/live.ts';
import { serverNow } from '../../lib/server-now.ts';

/** The number of coming reservations that guests asked for and nobody has answered. */
export const useRequests = (): number =>
  useLive(
    (db) =>
      db.reservations
        .where('starts_at')
        .above(new Date(serverNow()).toISOString())
        .filter(
          (row) => row.reservation_status === 'requested' && row.waitlisted_at === null && row.deleted_at === null,
        )
        .count(),
    [],
  ) ?? 0;
