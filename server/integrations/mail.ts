import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Env } from '../env.ts';
import { GiveUp } from '../jobs/give-up.ts';

export interface Mail {
  to: string;
  /** Whom an answer goes to, if not to us. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** The door to the world's mailboxes. */
export interface Mailer {
  /** Throws when the mail was not taken: a GiveUp when that mailbox will never take it, else another try may succeed. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mail goes to the SMTP server of SMTP_URL; without one, each mail is a file below `dataDir`/mail whose name begins with the time. */
export function openMailer(env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  return env.smtpUrl ? smtpMailer(env.smtpUrl, env.mailFrom) : fileMailer(mailFolder(env.dataDir), env.mailFrom);
}

export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function smtpMailer(url: string, from: string): Mailer {
  // A mail server that hangs must not hold a job for minutes.
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
        await transport.sendMail({ ...mail, from, headers });
      } catch (error) {
        throw withoutAddresses(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A mail server quotes the address that it refuses; the log and the queue must not keep it. */
function withoutAddresses(error: unknown): Error {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
  const told = message.replaceAll(/\S+@\S+/g, '(address)');
  const isNoMailbox = code === 'EENVELOPE' && (responseCode ?? 0) >= 500;
  return isNoMailbox ? new GiveUp(told) : new Error(told);
}

function fileMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let last = 0;
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, from, headers });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names sort as the mails were sent, also within one millisecond.
      last = Math.max(last + 1, Date.now());
      const name = `${new Date(last).toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.eml`;
      // Written aside first: a reader never meets half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => transport.close(),
  };
}
