import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { GiveUp } from '../platform/give-up.ts';
import type { MailWatch } from '../platform/mail-watch.ts';

export interface Mail {
  to: string;
  /** Reply-To, if replies should not go to us. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Marked as important. */
  isUrgent?: boolean;
}

/** Sends mail. */
export interface Mailer {
  /** Throws if the mail was not accepted: a GiveUp if that mailbox never will; otherwise a retry may succeed. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** By urgency. Each has connections to the mail server of its own, as its jobs have a queue of their own (server/jobs/queues.ts). */
export type Mailers = Record<(typeof urgencies)[number], Mailer>;
const urgencies = ['codes', 'guests', 'ordinary', 'reports'] as const;

/** `watch` is told how each mail went. */
export function openMailers(env: MailSettings, watch: MailWatch): Mailers {
  const open = () => watched(openMailer(env), watch);
  return { codes: open(), guests: open(), ordinary: open(), reports: open() };
}

export function closeMailers(mailers: Mailers): void {
  for (const urgency of urgencies) mailers[urgency].close();
}

const watched = ({ send, close }: Mailer, watch: MailWatch): Mailer => ({
  async send(mail) {
    try {
      await send(mail);
    } catch (error) {
      // The server answered, and refuses this one address.
      if (!(error instanceof RefusedAddress) && !(error instanceof GiveUp)) watch.failed(error);
      throw error;
    }
    watch.accepted();
  },
  close,
});

export interface MailSettings {
  /** Null: mails become files under `dataDir`/mail. */
  smtpUrl: string | null;
  mailFrom: string;
  dataDir: string;
}

/**
 * Sends through the SMTP server of SMTP_URL. Without one, each mail becomes a file below `dataDir`/mail whose name starts with the time.
 */
export function openMailer(env: MailSettings): Mailer {
  return env.smtpUrl ? smtpMailer(env.smtpUrl, env.mailFrom) : fileMailer(mailFolder(env.dataDir), env.mailFrom);
}

export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const toMessage = ({ isUrgent = false, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  headers,
  ...(isUrgent && { priority: 'high' as const }),
});

function smtpMailer(url: string, from: string): Mailer {
  // A mail server that hangs must not block a job for minutes.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(toMessage(mail, from));
      } catch (error) {
        throw withoutAddresses(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Removes the addresses that mail servers quote in errors: log and queue must not store them. */
function withoutAddresses(error: unknown): Error {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
  const text = message.replaceAll(/\S+@\S+/g, '(address)');
  if (code !== 'EENVELOPE') return new Error(text);
  return (responseCode ?? 0) >= 500 ? new GiveUp(text) : new RefusedAddress(text);
}

/** Refused for now. */
class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** Of all mailers of this process. */
let last = 0;

function fileMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names sort in sending order, also within one millisecond.
      last = Math.max(last + 1, Date.now());
      const name = `${new Date(last).toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.eml`;
      // Write to a temporary file first, so that readers never see half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => transport.close(),
  };
}
