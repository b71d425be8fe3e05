import type { ApiHost } from './environment/api-stage.ts';
import type { Job } from './workers.ts';
import { makePlan, type Plan } from './plan.ts';
import { play } from './play.ts';
import { newTally, type Tally } from './tally.ts';
import { laterCode, presentCode } from './environment/code.ts';

/** An operation takes ten times longer on the API, so its histories are shorter. */
const API_LENGTH = 60;
export const lengthOn = (server: Job['server'], length: number) =>
  server === 'api' ? Math.min(length, API_LENGTH) : length;

export interface Player {
  play(job: Job): Promise<Tally>;
  close(): Promise<void>;
}

/** Plays histories on either server in this thread. The first API history starts the API and its PostgreSQL. */
export async function makePlayer(length: number, processes = 1): Promise<Player> {
  const codes = { present: await presentCode(), later: await laterCode() };
  let host: Promise<ApiHost> | null = null;
  const onApi = async (plan: Plan) => {
    // These import the unpatched sync layer, so load them only after the patches are applied.
    const [{ startApi }, { apiStage }] = await Promise.all([
      import('./api-host.ts'),
      import('./environment/api-stage.ts'),
    ]);
    return apiStage(plan, await (host ??= startApi(processes)));
  };
  return {
    async play({ server, seed }) {
      // The sync layer warns when it reopens a database, which faults cause all the time.
      const warn = console.warn;
      console.warn = () => undefined;
      try {
        const plan = makePlan(seed, lengthOn(server, length));
        const played = await play(plan, codes, server === 'api' ? await onApi(plan) : undefined);
        const { operations, violations } = played;
        return {
          ...newTally(),
          histories: 1,
          operations,
          counts: Object.fromEntries(played.counts),
          failures: violations.length > 0 ? [{ seed, server, operations, violations }] : [],
        };
      } finally {
        console.warn = warn;
      }
    },
    async close() {
      await (await host)?.close();
    },
  };
}
