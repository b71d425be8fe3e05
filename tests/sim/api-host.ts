import { cloneDatabase, startTestCluster } from '../support/cluster.ts';
import { installAudit } from './watch/audit.ts';
import { installSickness } from './watch/sick.ts';
import { startServer } from './server.ts';
import { makeTime } from './virtual-clock.ts';
import type { ApiHost } from './world/api-stage.ts';
import { START } from './world/backend.ts';

/** The real API on a PostgreSQL of its own, for histories one after the other. */
export async function startApi(): Promise<ApiHost> {
  const cluster = await startTestCluster();
  const database = await cloneDatabase(cluster);
  await installAudit(database.owner);
  await installSickness(database.owner);
  let time = makeTime(START);
  const server = await startServer(database, () => time.now());
  return {
    database,
    server,
    // The server's clock goes on; the timers of one history are not the next one's.
    newTime: () => (time = makeTime(time.now())),
    async close() {
      await server.close();
      await cluster.stop();
    },
  };
}
