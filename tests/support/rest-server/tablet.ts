import { restProtocol, type RestProtocol } from '../../../src/sync/rest-adapter/rest-protocol.ts';
import { makeServer } from '../reference-server.ts';
import { openTablet, type Tablet, type TabletOptions } from '../tablet.ts';
import { makeLine, type Line } from './line.ts';
import { makeRestServer, type RestServer } from './rest-server.ts';
import { seed, type Seed } from './seed.ts';

/** A tablet whose server has only the calls of the specification. */
export interface RestTablet extends Tablet {
  server: RestServer;
  line: Line;
  way: RestProtocol;
  /** Sends and reads until nothing is left to do, "rest", or something closes the queue: the gate. */
  step(): Promise<string>;
  /** As after a crash of the worker: nothing but the disk is left. */
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
  const way = restProtocol(tablet.engine, (call) => line.ask(call));
  return {
    ...tablet,
    server,
    line,
    way,
    async step() {
      for (let i = 0; i < 1000; i++) {
        const sent = await way.push();
        if (sent.kind === 'sent') continue;
        if (sent.kind === 'closed' && sent.gate !== 'backoff') return sent.gate;
        const pulled = await way.pull();
        if (pulled.kind === 'more') continue;
        if (pulled.kind === 'closed') return pulled.gate;
        return sent.kind === 'closed' ? sent.gate : 'rest';
      }
      throw new Error('The tablet does not come to rest');
    },
    restart: () => openRestTablet({ ...options, disk: tablet.disk, time: tablet.time, server, line }),
  };
}
