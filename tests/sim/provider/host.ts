import { startWhatsappDouble } from '../../support/doubles/graph/graph.ts';
import { cloneDatabase, startTestCluster } from '../../support/cluster.ts';
import { startApp, type TestApp } from '../../support/server.ts';
import type { Pools } from '../../../server/db/open.ts';
import { playHistory, type Outcome } from './history.ts';
import { MODEL_URL } from './provider-network.ts';

export interface ProviderHost {
  play(options: { seed: number; operations: number }): Promise<Outcome>;
  close(): Promise<void>;
}

const APP_SECRET = 'an-app-secret';

/** The real server with its jobs, and the test double of WhatsApp. Plays histories one after the other. `pools`: default a database of its own. */
export async function startProvider(pools?: Pools): Promise<ProviderHost> {
  const cluster = pools ? null : await startTestCluster();
  let app: TestApp | null = null;
  const double = await startWhatsappDouble({
    appSecret: APP_SECRET,
    verifyToken: 'a-verify-token',
    webhookUrl: null,
    clock: { now: () => app!.clock.now() },
  });
  app = await startApp({
    settings: { ...double.settings, LLM_BASE_URL: MODEL_URL, LLM_MODEL: 'none' },
    pools: pools ?? (await cloneDatabase(cluster!)),
  });
  const host = { app, double, appSecret: APP_SECRET };
  return {
    play: (options) => playHistory(host, options),
    async close() {
      await host.app.close();
      await double.close();
      await cluster?.stop();
    },
  };
}
