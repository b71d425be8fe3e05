import { followDeletions } from '../account/follow-deletions.ts';
import { sweepUploads as sweepImportParts } from '../account/upload.ts';
import { mailJobs } from '../auth/mail-jobs.ts';
import { securityJobs } from '../auth/security-jobs.ts';
import { sweepAccounts } from '../auth/sweep.ts';
import { backUpDaily } from '../backup/daily.ts';
import { calendarJobs, queueCalendarSync } from '../channels/calendar/jobs.ts';
import { channelJobs, recheckChannels } from '../channels/check.ts';
import { whatsappEventJobs } from '../channels/whatsapp/apply-events.ts';
import { whatsappMediaJobs } from '../channels/whatsapp/fetch-media.ts';
import { deleteOldWhatsappEvents, requeueWhatsappEvents } from '../channels/whatsapp/receive.ts';
import { openWhatsappChannel, type SendServices } from '../channels/whatsapp/send.ts';
import { answerJobs } from '../chatbot/answer-message.ts';
import { sweepConversations } from '../chatbot/guide/state.ts';
import { readJobs } from '../chatbot/read-sources.ts';
import { chatFileJobs } from '../chats/files/forget-files.ts';
import { chatJobs, deliverUnconfirmed } from '../chats/deliver.ts';
import { judgeMessages } from '../chats/sentiment/judge-messages.ts';
import { contactJobs } from '../contact/mail.ts';
import { sweepContact } from '../contact/sweep.ts';
import { customerJobs, sweepImports } from '../customers/import/jobs.ts';
import { orderImportJobs, sweepOrderImports } from '../orders/import/jobs.ts';
import { mendPhones } from '../customers/mend-phones.ts';
import { queueWeeklyReports, weeklyReportJobs } from '../dashboard/weekly-report.ts';
import type { Pools } from '../db/open.ts';
import { deliveryPartnerJobs } from '../delivery-partners/check-job.ts';
import type { Env } from '../env.ts';
import { sweepFiles } from '../files/sweep.ts';
import { website } from '../integrations/channels/website.ts';
import type { Mailers } from '../integrations/mail.ts';
import type { Pusher } from '../integrations/push/pusher.ts';
import { openProviders, type PaymentProviders } from '../integrations/payment-providers/open-providers.ts';
import { openLlm } from '../integrations/llm.ts';
import { openVision } from '../integrations/vision.ts';
import { openWhatsapp } from '../integrations/whatsapp.ts';
import { menuJobs } from '../menu/upload/read-job.ts';
import { sweepUploads } from '../menu/upload/sweep.ts';
import { deleteOldNotifications } from '../notifications/delete-old.ts';
import { notificationMailJobs } from '../notifications/mail-jobs.ts';
import { tick } from '../orders/tick.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { catchUpAccounts } from '../payments/catch-up-accounts.ts';
import { catchUpCheckouts, catchUpRefunds, type CatchUpServices } from '../payments/online/catch-up.ts';
import { catchUpSubscriptions } from '../subscriptions/catch-up.ts';
import { closeJobs } from '../payments/online/close-pages.ts';
import { reconcileAll } from '../payments/online/reconcile.ts';
import { refundJobs } from '../payments/online/send-refund.ts';
import { settleJobs } from '../payments/online/settle.ts';
import { eventJobs } from '../payments/process-event.ts';
import { deleteOldWebhooks, requeueWebhooks, REQUEUE_AFTER_MS } from '../payments/webhooks.ts';
import { openFiles } from '../platform/files/open-files.ts';
import type { Log } from '../platform/log.ts';
import { pushJobs } from '../notifications/push/push-jobs.ts';
import { reservationCalendarJobs } from '../reservations/calendar-jobs.ts';
import { followReservations } from '../reservations/follow-clock.ts';
import { guestMailJobs } from '../guests/mail.ts';
import { purge } from '../sync/purge.ts';
import { followWithdrawals, withdrawalJobs } from '../withdrawals/send.ts';
import type { JobRun, Jobs } from './jobs.ts';
import type { PeriodicTask } from './periodic.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface QueuedOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  bus: Bus;
  env: Env;
  mailers: Mailers;
  pusher: Pusher;
  providers: PaymentProviders;
  log: Log;
}

/** Queued work by name, `<service>.<what>`: a handler enqueues it in its own transaction. */
export const queuedJobs = ({
  pools,
  bus,
  env,
  mailers,
  pusher,
  providers,
  log,
}: QueuedOptions): Record<string, JobRun> => ({
  ...mailJobs(mailers, env),
  ...contactJobs(mailers.ordinary, env),
  ...chatFileJobs(env),
  ...notificationMailJobs(mailers.ordinary, env),
  ...weeklyReportJobs(mailers.reports, env),
  ...pushJobs(pusher, env),
  ...securityJobs({ pools, bus }),
  ...customerJobs({ pools, bus }),
  ...orderImportJobs({ pools, bus }),
  ...answerJobs({ pools, bus, env, log, llm: openLlm(env.llm), answersMax: env.chatbotAnswersMax }),
  ...whatsappJobs({ pools, bus, env, whatsapp: openWhatsapp(env.metaGraph) }),
  ...calendarJobs({ pools, bus, env }),
  ...deliveryPartnerJobs(env),
  ...menuJobs({ pools, bus, log, files: openFiles(env), vision: openVision(env.vision) }),
  ...readJobs({ pools }),
  ...eventJobs({ pools, bus, env, providers }),
  ...closeJobs({ pools, bus, env, providers }),
  ...refundJobs({ pools, bus, env, providers }),
  ...settleJobs({ pools, bus, env, providers }),
  ...withdrawalJobs({ pools, bus, providers }),
  ...guestMailJobs(mailers.guests, env),
  ...reservationCalendarJobs({ pools, bus }),
});

/** Everything over WhatsApp, and the replies of every channel. */
const whatsappJobs = (services: SendServices): Record<string, JobRun> => ({
  ...channelJobs(services),
  ...whatsappEventJobs(services),
  ...whatsappMediaJobs(services),
  ...chatJobs({ ...services, channels: (enqueue) => ({ website, whatsapp: openWhatsappChannel(services, enqueue) }) }),
});

export interface PeriodicOptions {
  pools: Pools;
  bus: Bus;
  env: Env;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Default: those that the settings name. */
  providers?: PaymentProviders;
}

/** Work that comes round by the clock. */
export const periodicTasks = ({
  pools,
  bus,
  env,
  clock,
  log,
  jobs,
  providers = openProviders(env, clock),
}: PeriodicOptions): PeriodicTask[] => [
  // An order is rejected at most this much after its deadline.
  { name: 'tick', everyMs: 5 * SECOND, run: (now) => tick({ pools, bus, log, jobs }, now) },
  // Soon, because a blocked customer may be stored in a wrong spelling; then for those whose country changed.
  {
    name: 'mend_phones',
    everyMs: 5 * MINUTE,
    firstAfterMs: SECOND,
    run: (now) => mendPhones({ pools, bus, log, jobs }, now),
  },
  {
    name: 'purge',
    everyMs: HOUR,
    async run(now) {
      const [gone, notifications] = await Promise.all([
        purge(pools.owner, now, log),
        deleteOldNotifications({ pools, bus, log }, now),
      ]);
      log.info('purged', { ...gone, notifications });
    },
  },
  {
    name: 'sweep',
    everyMs: HOUR,
    run: (now) =>
      Promise.all([
        sweepAccounts(pools.owner, now),
        sweepContact(pools.owner, now),
        deleteOldWebhooks(pools.owner, now),
        sweepImports(pools.owner, now),
        sweepOrderImports(pools.owner, now),
        sweepImportParts(pools.owner, openFiles(env), now),
        deleteOldWhatsappEvents(pools.owner, now),
        sweepConversations(pools.owner, now),
      ]),
  },
  {
    name: 'account_deletions',
    everyMs: HOUR,
    firstAfterMs: 5 * MINUTE,
    run: (now) => followDeletions({ owner: pools.owner, env, jobs, log }, now),
  },
  {
    name: 'sweep_files',
    everyMs: HOUR,
    firstAfterMs: MINUTE,
    async run(now) {
      const count = await sweepFiles(pools.owner, openFiles(env), now);
      if (count > 0) log.info('files_deleted', { count });
    },
  },
  {
    name: 'menu_uploads',
    everyMs: HOUR,
    run: (now) => sweepUploads({ pools, bus, log, files: openFiles(env), enqueue: jobs.enqueue }, now),
  },
  ...paymentTasks({
    pools,
    bus,
    env,
    log,
    jobs,
    owner: pools.owner,
    providers,
  }),
  ...channelTasks({ pools, jobs }),
  {
    name: 'withdrawals',
    everyMs: MINUTE,
    run: (now) => followWithdrawals({ pools, bus, log, clock, jobs, providers }, now),
  },
  { name: 'reservations', everyMs: 30 * SECOND, run: (now) => followReservations({ pools, bus, log, jobs }, now) },
  {
    name: 'weekly_reports',
    everyMs: 5 * MINUTE,
    run: (now) => queueWeeklyReports({ pools, jobs, log }, now),
  },
  // The first one waits, so that it does not slow the first minute down.
  {
    name: 'backup',
    everyMs: HOUR,
    firstAfterMs: MINUTE,
    run: (_now, signal) => backUpDaily({ owner: pools.owner, env, clock, log, signal }),
  },
];

/** Asks the payment providers for what is overdue, and compares their records with the books. */
const paymentTasks = (services: CatchUpServices & { env: Pick<Env, 'stripe'> }): PeriodicTask[] => [
  { name: 'payments_checkouts', everyMs: 2 * MINUTE, run: (now) => catchUpCheckouts(services, now) },
  {
    name: 'payments_webhooks',
    everyMs: REQUEUE_AFTER_MS,
    firstAfterMs: MINUTE,
    run: (now) => requeueWebhooks(services.owner, services.jobs, now),
  },
  { name: 'payments_refunds', everyMs: 15 * MINUTE, run: (now) => catchUpRefunds(services, now) },
  {
    name: 'payments_accounts',
    everyMs: HOUR,
    firstAfterMs: 4 * MINUTE,
    run: (now) => catchUpAccounts({ ...services, app: services.pools.app }, now),
  },
  {
    name: 'subscriptions',
    everyMs: HOUR,
    firstAfterMs: 5 * MINUTE,
    run: (now) => catchUpSubscriptions({ ...services, app: services.pools.app }, now),
  },
  {
    name: 'payments_reconcile',
    everyMs: 24 * HOUR,
    firstAfterMs: 10 * MINUTE,
    run: (now) => reconcileAll(services, now),
  },
];

const channelTasks = ({ pools, jobs }: Pick<PeriodicOptions, 'pools' | 'jobs'>): PeriodicTask[] => [
  {
    name: 'channels_check',
    everyMs: 6 * HOUR,
    firstAfterMs: 10 * MINUTE,
    run: () => recheckChannels(pools.owner, jobs),
  },
  { name: 'chats_sentiments', everyMs: MINUTE, firstAfterMs: MINUTE, run: () => judgeMessages(pools.owner) },
  { name: 'chats_unconfirmed', everyMs: MINUTE, run: (now) => deliverUnconfirmed(pools, jobs, now) },
  {
    name: 'whatsapp_events',
    everyMs: 5 * MINUTE,
    firstAfterMs: MINUTE,
    run: (now) => requeueWhatsappEvents(pools.owner, jobs, now),
  },
  { name: 'calendar_sync', everyMs: 5 * MINUTE, firstAfterMs: MINUTE, run: () => queueCalendarSync(pools.owner, jobs) },
];
