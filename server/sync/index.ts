import { area } from '../area.ts';
import { replyLocation } from '../pipeline/stored-reply.ts';
import { deleteOldTombstones } from './delete-old-tombstones.ts';

// With "IS NOT NULL" PostgreSQL uses the partial index of replies that are kept.
const HAS_TOKEN = "reply IS NOT NULL AND jsonb_typeof(reply) = 'object' AND reply ? 'token'";

/** How long results keep their content. */
const RESULT_DAYS = 30;
/** How long the key of a mutation is known whose device has its result: it is sent again only by a device restored from an older copy. */
const KEY_DAYS = 400;
const IS_CONFIRMED = `EXISTS (SELECT 1 FROM sync_clients c
  WHERE c.restaurant_id = mutation_results.restaurant_id AND c.client_id = mutation_results.client_id
    AND c.confirmed_mid >= mutation_results.mid)`;

/** Its calls need those of all areas: server/app.ts adds them. */
export const sync = area({
  name: 'sync',
  // Decision 009. The index mutation_results_at contains exactly the rows of the first two.
  retention: [
    { table: 'mutation_results', where: 'at < $1 AND mid IS NULL', days: RESULT_DAYS },
    {
      table: 'mutation_results',
      where: `at < $1 AND (reply IS NOT NULL OR jsonb_exists(notice, 'current') OR jsonb_exists(error, 'current'))
        AND ${IS_CONFIRMED}`,
      days: RESULT_DAYS,
      set: "reply = NULL, notice = notice - 'current', error = error - 'current'",
    },
    { table: 'mutation_results', where: `at < $1 AND mid IS NOT NULL AND ${IS_CONFIRMED}`, days: KEY_DAYS },
  ],
  deleteOld: ({ pools, log }, now) => deleteOldTombstones(pools.owner, now, log),
  sealed: [
    {
      table: 'mutation_results',
      key: ['restaurant_id', 'key'],
      column: "reply->>'token'",
      where: HAS_TOKEN,
      location: ({ restaurant_id, key }) => replyLocation({ restaurantId: restaurant_id!, key: key! }),
      set: "reply = CASE WHEN $1::text IS NULL THEN reply - 'token' ELSE jsonb_set(reply, '{token}', to_jsonb($1::text)) END",
      // Replies from before encryption are treated like those of another key.
      mayBeClear: true,
    },
  ],
  tables: {
    spaces: { notExported: 'the version counter of this server' },
    sync_clients: { notExported: 'positions of devices' },
    mutation_results: { notExported: 'replies to devices' },
  },
});
