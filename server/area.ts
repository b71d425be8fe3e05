import type { Pools } from './db/open.ts';
import type { RestaurantTable } from './db/restaurant-tables.ts';
import type { SealedColumn } from './db/rotate-secrets.ts';
import type { Env } from './env.ts';
import type { Mailers } from './integrations/mail.ts';
import type { PaymentProviders } from './integrations/payment-providers/open-providers.ts';
import type { Pusher } from './integrations/push/pusher.ts';
import type { Retention } from './jobs/delete-old.ts';
import type { JobRun } from './jobs/jobs.ts';
import type { PeriodicTask } from './jobs/periodic.ts';
import type { Addition } from './platform/event.ts';
import type { Handler, JobQueue, Refusal } from './pipeline/handler.ts';
import type { Services } from './pipeline/services.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Site } from './web/site.ts';

/** What queued work may use. */
export interface JobServices {
  pools: Pick<Pools, 'owner' | 'app'>;
  bus: Bus;
  env: Env;
  log: Log;
  mailers: Mailers;
  pusher: Pusher;
  providers: PaymentProviders;
}

/** What deleting may use. */
export type DeleteOldServices = Pick<JobServices, 'pools' | 'bus' | 'env' | 'log'>;

/** What work may use that comes round by the clock. */
export interface PeriodicServices {
  pools: Pools;
  bus: Bus;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  providers: PaymentProviders;
}

/** A request that is no call of the contract, such as a webhook. */
export interface PlainRequest {
  request: Request;
  /** By the names of the route's path. */
  path: Record<string, string>;
  requestId: string;
  /** The client's IP address. */
  address: string;
  now: Date;
  /** The public pages; absent if they come from elsewhere. */
  site: Site | undefined;
}

export interface PlainRoute {
  method: 'GET' | 'POST';
  /** The whole path. */
  path: string;
  /** What the log calls it. */
  name: string;
  answer(services: Services, request: PlainRequest): Promise<Response | Refusal> | Response | Refusal;
}

/** What an area is to the rest of the server. All of it is read from the list in server/areas.ts. */
export interface Area {
  /** The name of its folder. */
  name: string;
  /** One for each of its calls. */
  handlers?: Handler[] | ((services: Services) => Handler[]);
  /** Webhooks and other requests that are no calls. */
  routes?: readonly PlainRoute[];
  /** Queued work by name, `<service>.<what>`: a handler enqueues it in its own transaction. */
  jobs?(services: JobServices): Record<string, JobRun>;
  /** Work that comes round by the clock. */
  periodic?(services: PeriodicServices): PeriodicTask[];
  /** Rows that it keeps for a time. What is too old is deleted once an hour. */
  retention?: readonly Retention[];
  /** Deletes, after those rows, what takes more than that, such as files. Returns how many. */
  deleteOld?(services: DeleteOldServices, now: Date): Promise<number>;
  /** Its subscriptions to events of earlier areas, and what it adds to them. */
  on?: readonly Addition[];
  /** Its tables with rows of a restaurant, by name: what an export of everything does with them. */
  tables?: Readonly<Record<string, RestaurantTable>>;
  /** Its columns that SECRETS_KEY encrypts. */
  sealed?: readonly SealedColumn[];
}

/** Declares an area. */
export const area = (declared: Area): Area => declared;
