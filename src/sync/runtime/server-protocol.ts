import type { Engine } from './engine.ts';
import { pullOnce, type PullResult } from '../protocol/pull.ts';
import { pushOnce, type PushResult } from '../protocol/push.ts';

/** How this device talks to its server: with the sync protocol, or with the specification's calls (rest-adapter/rest-protocol.ts). */
export interface ServerProtocol {
  kind: 'protocol' | 'plain';
  push(): Promise<PushResult>;
  pull(): Promise<PullResult>;
  /** Somebody views this path. */
  look?(path: string): void;
}

export const syncProtocol = (engine: Engine): ServerProtocol => ({
  kind: 'protocol',
  push: () => pushOnce(engine),
  pull: () => pullOnce(engine),
});
