import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import type { Disk } from '../platform/disk.ts';
import type { Metrics, Sample } from '../platform/metrics.ts';
import type { MailWatch } from '../platform/mail-watch.ts';
import type { Env } from '../env.ts';
import type { JobQueue } from './handler.ts';
import type { KeptReplies } from './kept-replies.ts';
import type { Log } from '../platform/log.ts';
import type { PaymentProviders } from '../integrations/payment-providers/open-providers.ts';
import type { Bus } from '../platform/bus.ts';
import type { Guards } from './guard.ts';

/** What every call needs. */
export interface Services {
  pools: Pools;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  bus: Bus;
  disk: Disk;
  metrics: Metrics;
  /** Those of all processes that share the port. */
  gatherMetrics: () => Promise<readonly Sample[]>;
  mail: Pick<MailWatch, 'downSince'>;
  guards: Guards;
  kept: KeptReplies;
  /** Clients of the payment providers; null where this installation has no keys. */
  providers: PaymentProviders;
  /** The TXT records of a name; null: the name servers did not answer. */
  findTxt: (name: string) => Promise<string[] | null>;
}
