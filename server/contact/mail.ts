import { CONTACT_RETENTION_DAYS } from '../../contract/contact/calls.ts';
import type { Env } from '../env.ts';
import type { JobRun } from '../jobs/jobs.ts';
import type { Mail, Mailer } from '../integrations/mail.ts';

interface Row {
  name: string;
  email: string;
  restaurant_name: string | null;
  message: string;
}

/**
 * Mails a message of the contact form to the operator, once; replies go to its author. The author gets no mail, so that nobody can make us
 * write to others.
 */
export function contactJobs(mailer: Mailer, env: Pick<Env, 'contactEmail' | 'mailFrom'>): Record<string, JobRun> {
  const to = env.contactEmail ?? addressOf(env.mailFrom);
  return {
    'mail.contact_message': async ({ message_id }, { owner, clock }) => {
      const { rows } = await owner.query<Row>(
        'SELECT name, email, restaurant_name, message FROM contact_messages WHERE id = $1 AND mailed_at IS NULL',
        [message_id],
      );
      if (!rows[0]) return;
      await mailer.send({ to, ...contactMail(rows[0]) });
      await owner.query('UPDATE contact_messages SET mailed_at = $2 WHERE id = $1', [
        message_id,
        clock.now().toISOString(),
      ]);
    },
  };
}

/** The author's input is only in the text. The name is checked to be one line, and the mail library encodes it in the header. */
function contactMail({ name, email, restaurant_name, message }: Row): Omit<Mail, 'to'> {
  const about = restaurant_name ? `\nRestaurant: ${restaurant_name}` : '';
  const text = `Name: ${name}\nE-mail: ${email}${about}\n\n${message}\n\n-- \nWritten on the contact form of Galley. An answer to this mail goes to the writer. The server forgets the message after ${CONTACT_RETENTION_DAYS} days.\n`;
  return {
    subject: `Contact form: ${restaurant_name ?? name}`,
    replyTo: { name, address: email },
    text,
    html: `<!doctype html><html lang="en-GB"><body><div style="white-space: pre-wrap">${escape(text)}</div></body></html>`,
  };
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The address within `Galley <no-reply@galley.test>`. */
const addressOf = (mailFrom: string) => /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? mailFrom;
