import { mailJobs } from '../auth/mail-jobs.ts';
import { sweepAccounts } from '../auth/sweep.ts';
import { channelJobs } from '../channels/check.ts';
import { chatJobs } from '../chats/deliver.ts';
import { contactJobs } from '../contact/mail.ts';
import { sweepContact } from '../contact/sweep.ts';
import type { Clock } from '../platform/clock.ts';
import type { Pools } from '../db/open.ts';
import type { Env } from '../env.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { website } from '../integrations/channels/website.ts';
import { openMailer } from '../integrations/mail.ts';
import { openPusher } from '../integrations/push.ts';
import { openWhatsapp } from '../integrations/whatsapp.ts';
import { pushJobs } from '../push/push-jobs.ts';
import { keepVapidKeys } from '../push/vapid-keys.ts';
import type { Bus } from '../sync/bus.ts';
import { startJobs, type Jobs } from './jobs.ts';

export interface IntegrationJobsOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  /** Devices are told when a reply has gone out. */
  bus: Bus;
  env: Env;
  clock: Clock;
  log: Log;
  /** See JobsOptions. */
  isWorking?: boolean;
}

const SWEEP_EVERY_MS = 60 * 60_000;

/** All that this server does for outside services: their clients, and the jobs that use them. Once an hour it clears what has ended. */
export async function startIntegrationJobs({
  pools,
  bus,
  env,
  clock,
  log,
  isWorking,
}: IntegrationJobsOptions): Promise<Jobs> {
  const mailer = openMailer(env);
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
    runs: {
      ...mailJobs(mailer, env),
      ...contactJobs(mailer, env),
      ...pushJobs(pusher, env),
      ...channelJobs(openWhatsapp(env.metaGraph), env),
      ...chatJobs({ pools, bus, channels: { website } }),
    },
    onFault: (job, error) => log.warn('job_failed', { job, ...describeFault(error) }),
    ...(isWorking === undefined ? {} : { isWorking }),
  });
  const sweep = () =>
    Promise.all([sweepAccounts(pools.owner, clock.now()), sweepContact(pools.owner, clock.now())]).catch((error) =>
      log.warn('sweep_failed', describeFault(error)),
    );
  const sweeping = isWorking === false ? undefined : setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  return {
    ...jobs,
    async stop() {
      clearInterval(sweeping);
      await jobs.stop();
      mailer.close();
    },
  };
}
