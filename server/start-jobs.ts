import type { Clock } from './platform/clock.ts';
import type { Pools } from './db/open.ts';
import type { Env } from './env.ts';
import { describeFault, type Log } from './platform/log.ts';
import { openProviders, type PaymentProviders } from './integrations/payment-providers/open-providers.ts';
import { closeMailers, openMailers } from './integrations/mail.ts';
import { watchMail, type MailWatch } from './platform/mail-watch.ts';
import { openPusher } from './integrations/push/pusher.ts';
import { keepVapidKeys } from './notifications/push/vapid-keys.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import type { Bus } from './platform/bus.ts';
import { startJobs, type Jobs } from './jobs/jobs.ts';
import { queuedJobs } from './areas.ts';

export interface IntegrationJobsOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  /** Pokes devices when a reply has been delivered. */
  bus: Bus;
  env: Env;
  clock: Clock;
  log: Log;
  /** Shared with the rest of this process. */
  metrics?: Metrics;
  /** Default: those that the settings name. */
  providers?: PaymentProviders | undefined;
  /** See JobsOptions. */
  isWorking?: boolean;
}

/** Opens the clients of third-party services and starts the jobs that use them. */
export async function startIntegrationJobs({
  pools,
  bus,
  env,
  clock,
  log,
  metrics = createMetrics(),
  providers = openProviders(env, clock),
  isWorking,
}: IntegrationJobsOptions): Promise<Jobs & { mail: MailWatch }> {
  const mail = watchMail({ clock, log });
  const mailers = openMailers(env, mail);
  const pusher = openPusher(env, await keepVapidKeys(pools.owner, env, clock.now()), clock);
  if (env.isProduction && !env.smtpUrl)
    log.warn('mail_stays_here', { message: 'SMTP_URL is not set: mails become files and reach nobody' });
  if (env.isProduction && !(env.contactEmail && env.operatorName))
    log.warn('nobody_named', {
      message:
        'CONTACT_EMAIL and OPERATOR_NAME: the public pages name nobody, or messages go to the address of MAIL_FROM',
    });
  const jobs = await startJobs({
    owner: pools.owner,
    clock,
    runs: queuedJobs({ pools, bus, env, mailers, pusher, providers, log }),
    onFault(job, error, { isLast, restaurantId }) {
      const fields = { job, restaurant_id: restaurantId, ...describeFault(error) };
      if (isLast) log.error('job_given_up', fields);
      else log.warn('job_failed', fields);
    },
    metrics,
    ...(isWorking === undefined ? {} : { isWorking }),
  });
  return {
    ...jobs,
    mail,
    async stop() {
      await jobs.stop();
      closeMailers(mailers);
    },
  };
}
