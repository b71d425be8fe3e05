import type { Pools } from '../../server/db/open.ts';
import type { Env } from '../../server/env.ts';
import { areas } from '../../server/areas.ts';
import { deleteOldRows } from '../../server/jobs/delete-old.ts';
import { createBus } from '../../server/platform/bus.ts';
import type { Log } from '../../server/platform/log.ts';

/** What the server does once an hour, for one area. */
export async function deleteOldOf(area: string, app: { pools: Pools; env: Env; log: Log }, now: Date): Promise<void> {
  const { retention = [], deleteOld } = areas.find(({ name }) => name === area)!;
  for (const one of retention) await deleteOldRows(app.pools.owner, one, now);
  await deleteOld?.({ ...app, bus: createBus() }, now);
}
