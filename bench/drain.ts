import type { Device } from '../tests/support/device.ts';
import type { Account } from '../tests/e2e/api.ts';
import type { Front } from './front.ts';

export interface Drain {
  queued: number;
  /** The number of requests that carried them. */
  pushes: number;
  /** From the first of these requests to the last answer. */
  ms: number;
  /** The time of as many bare round trips to the same server, in sequence. */
  bareMs: number;
}

/** Makes changes offline, goes online, and measures in how many round trips they reach the server. */
export async function measureDrain(
  device: Device,
  front: Front,
  account: Account,
  { measures, screen, queued }: { measures: string; screen: string; queued: number },
): Promise<Drain> {
  await device.goOffline();
  await device.go(measures);
  await device.page.evaluate((count) => window.measures.queue(count), queued);
  await device.go(screen);
  await device.waitForStatus(/^\s*Offline/);
  const from = front.trips.length;
  await device.goOnline();
  await device.waitForStatus('All changes saved', { timeoutMs: 60_000 });
  const pushes = front.trips.slice(from).filter((trip) => trip.path.endsWith('/sync/push'));
  const start = performance.now();
  for (const _ of pushes)
    await (
      await fetch(`${front.origin}/backend/sync/hello`, { headers: { authorization: `Bearer ${account.token}` } })
    ).json();
  return {
    queued,
    pushes: pushes.length,
    ms: Math.max(...pushes.map((trip) => trip.answeredAt)) - Math.min(...pushes.map((trip) => trip.requestedAt)),
    bareMs: performance.now() - start,
  };
}
