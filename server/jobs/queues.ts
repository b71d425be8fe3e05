/** How the jobs of one queue run. */
interface Queue {
  /** Workers of each process, and how many jobs each takes at once. */
  workers: number;
  atOnce: number;
  /**
   * How many jobs of one restaurant each process runs at once, at most `workers`, so that many of one do not stand before another's. Null: it
   * does not matter whose they are.
   */
  ofOneRestaurant: number | null;
  /** Other than for most queues: how long a job may run, after what silence its process counts as dead, how often it is tried again. */
  limits?: { expireInSeconds?: number; heartbeatSeconds?: number; retryLimit?: number };
}

const usual: Queue = { workers: 2, atOnce: 5, ofOneRestaurant: null };

const queues: Record<string, Queue> = {
  // Minutes of a core each: of two restaurants at once. One whose process died is found by its missing heartbeat.
  menu: { workers: 2, atOnce: 1, ofOneRestaurant: 1, limits: { expireInSeconds: 900, heartbeatSeconds: 30 } },
  // Months of a busy account's movements, page by page.
  reconcile: { workers: 2, atOnce: 1, ofOneRestaurant: 1, limits: { expireInSeconds: 900, heartbeatSeconds: 30 } },
  // What is given up lies in the store for ever: two weeks, each half an hour.
  files: { ...usual, limits: { retryLimit: 700 } },
  mail: { ...usual, ofOneRestaurant: 2 },
  mail_guest: { ...usual, ofOneRestaurant: 2 },
  // All restaurants' at the same hour, each of which adds up a week.
  mail_report: { workers: 1, atOnce: 2, ofOneRestaurant: 1 },
};

export const queueNamed = (name: string): Queue => queues[name] ?? usual;

/** Mails by urgency: those that somebody waits for on a screen, those of guests, and reports. All others are in the queue `mail`. */
const mailQueues: Record<string, string> = {
  'mail.code': 'mail_code',
  'mail.reset_link': 'mail_code',
  'mail.address_taken': 'mail_code',
  'mail.guest': 'mail_guest',
  'mail.reservation': 'mail_guest',
  'mail.weekly_report': 'mail_report',
};

/** Jobs of one service share a queue, so that a slow service holds up only its own jobs. */
export const queueOf = (job: string): string => mailQueues[job] ?? job.split('.')[0]!;
