import { restProtocol, type RestProtocol } from '../../../src/sync/rest-adapter/rest-protocol.ts';
import { makeServer } from '../reference-server.ts';
import { openTablet, type Tablet, type TabletOptions } from '../tablet.ts';
import { makeLine, type Line } from './line.ts';
import { makeRestServer, type RestServer } from './rest-server.ts';
import { seed, type Seed } from './seed.ts';

/** A tablet that uses the REST adapter. */
export interface RestTablet extends Tablet {
  server: RestServer;
  line: Line;
  protocol: RestProtocol;
  /** Pushes and pulls until nothing is left to do ("rest") or the queue is blocked. Returns which. */
  step(): Promise<string>;
  /** Restarts after a crash of the worker: only what is on disk is left. */
  restart(): Promise<RestTablet>;
}

export interface RestTabletOptions extends Partial<TabletOptions> {
  seed?: Seed;
  server?: RestServer;
  line?: Line;
}

export async function openRestTablet(options: RestTabletOptions = {}): Promise<RestTablet> {
  const tablet = await openTablet({ transport: makeServer().transport, ...options });
  const server = options.server ?? makeRestServer(tablet.time.now);
  if (!options.server) seed(server.store, options.seed);
  const line = options.line ?? (await makeLine(server));
  const protocol = restProtocol(tablet.engine, (call) => line.request(call));
  return {
    ...tablet,
    server,
    line,
    protocol,
    async step() {
      for (let i = 0; i < 1000; i++) {
        const sent = await protocol.push();
        if (sent.kind === 'sent') continue;
        if (sent.kind === 'closed' && sent.gate !== 'backoff') return sent.gate;
        const pulled = await protocol.pull();
        if (pulled.kind === 'more') continue;
        if (pulled.kind === 'closed') return pulled.gate;
        return sent.kind === 'closed' ? sent.gate : 'rest';
      }
      throw new Error('The tablet does not come to rest');
    },
    restart: () => openRestTablet({ ...options, disk: tablet.disk, time: tablet.time, server, line }),
  };
}
