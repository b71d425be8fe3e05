import { area } from '../area.ts';
import { deleteOldNotifications } from '../notifications/delete-old.ts';
import { replyLocation } from '../pipeline/stored-reply.ts';
import { purge } from './purge.ts';
import { HOUR } from '../jobs/periodic.ts';

// Mutation keys are kept for ever. With "IS NOT NULL" PostgreSQL uses the partial index of replies that are not purged.
const HAS_TOKEN = "reply IS NOT NULL AND jsonb_typeof(reply) = 'object' AND reply ? 'token'";

/** Its calls need those of all areas: server/app.ts adds them. */
export const sync = area({
  name: 'sync',
  periodic: ({ pools, bus, log }) => [
    {
      name: 'purge',
      everyMs: HOUR,
      async run(now) {
        const [gone, notifications] = await Promise.all([
          purge(pools.owner, now, log),
          deleteOldNotifications({ pools, bus, log }, now),
        ]);
        log.info('purged', { ...gone, notifications });
      },
    },
  ],
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
