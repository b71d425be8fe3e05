import type { Clock } from './clock.ts';
import { describeFault, type Log } from './log.ts';

/** A mail server may restart. */
const DOWN_AFTER_MS = 5 * 60_000;
const REPORT_EVERY_MS = 60 * 60_000;

/** Tells a mail server that stays down from a mail that fails. Of what this process sends. */
export interface MailWatch {
  accepted(): void;
  failed(error: unknown): void;
  /** Since when it has taken no mail; null: it works, or nobody has noticed yet. */
  downSince(): Date | null;
}

/** Reports a mail server that stays down to the operator, and again each hour. */
export function watchMail({ clock, log }: { clock: Clock; log: Pick<Log, 'info' | 'error'> }): MailWatch {
  let failingSince: Date | null = null;
  let reportedAt: number | null = null;

  return {
    accepted() {
      if (reportedAt !== null) log.info('mail_up', { down_since: failingSince?.toISOString() ?? null });
      failingSince = reportedAt = null;
    },
    failed(error) {
      const now = clock.now();
      failingSince ??= now;
      if (now.getTime() - failingSince.getTime() < DOWN_AFTER_MS) return;
      if (reportedAt !== null && now.getTime() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = now.getTime();
      const message =
        'The mail server takes no mail: nobody gets a sign-up code, a reset link or a confirmation. Look at SMTP_URL and at that server';
      const { message: reason, ...fault } = describeFault(error);
      log.error('mail_down', { message, reason, down_since: failingSince.toISOString(), ...fault });
    },
    downSince: () =>
      failingSince && clock.now().getTime() - failingSince.getTime() >= DOWN_AFTER_MS ? failingSince : null,
  };
}
