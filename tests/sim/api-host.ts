import { cloneDatabase, startTestCluster } from '../support/cluster.ts';
import { installAudit } from './watch/audit.ts';
import { installSickness } from './watch/sick.ts';
import { startServer } from './server.ts';
import { makeTime } from './virtual-clock.ts';
import type { ApiHost } from './environment/api-stage.ts';
import { START } from './environment/backend.ts';

/** The real API, as some processes on a PostgreSQL of its own. Plays histories one after the other. */
export async function startApi(processes: number): Promise<ApiHost> {
  const cluster = await startTestCluster();
  const database = await cloneDatabase(cluster);
  await installAudit(database.owner);
  await installSickness(database.owner);
  let time = makeTime(START);
  const server = await startServer(database, () => time.now(), processes);
  return {
    database,
    server,
    // The server's clock keeps running; a history must not inherit timers of the one before.
    newTime: () => (time = makeTime(time.now())),
    async close() {
      await server.close();
      await cluster.stop();
    },
  };
}
