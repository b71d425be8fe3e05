import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { isOwnName } from '../http/address.ts';
import { mailFolder } from '../integrations/mail.ts';
import { barePolicy } from '../web/headers.ts';
import { readMail, type ReadMail } from './read-mail.ts';

const NEWEST = 50;

/**
 * Whether this installation may have the page. It shows codes and password links, so only if nobody else should reach the server; mailboxPath
 * has a secret, because a proxy on this machine may show itself in no header.
 */
export const hasMailbox = (env: Pick<Env, 'isProduction' | 'smtpUrl' | 'publicUrl' | 'host' | 'trustProxy'>): boolean =>
  !env.isProduction &&
  env.smtpUrl === null &&
  env.trustProxy === 0 &&
  isOwnName(env.host) &&
  isOwnName(new URL(env.publicUrl).hostname);

type KeyEnv = Pick<Env, 'secretsKey'>;

/** Printed by the start. The same at each start, so that it can be bookmarked. */
export const mailboxPath = ({ secretsKey }: KeyEnv): string =>
  `/dev/mail/${createHmac('sha256', secretsKey).update('galley mailbox').digest('base64url').slice(0, 32)}`;

/** The page at mailboxPath with the newest stored mails; at other paths, where to find that one. */
export function mailboxPage(env: KeyEnv & Pick<Env, 'dataDir'>): (path: string) => Promise<Response> {
  const right = Buffer.from(mailboxPath(env));
  return async (path) => {
    const given = Buffer.from(path);
    return given.length === right.length && timingSafeEqual(given, right)
      ? answer(200, page(await newestMails(env.dataDir, NEWEST)))
      : answer(403, ELSEWHERE);
  };
}

const answer = (status: number, html: string) =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': barePolicy,
    },
  });

/** The newest stored mails, newest first. */
export async function newestMails(dataDir: string, count: number): Promise<ReadMail[]> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // No mail has been sent yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .toSorted()
    .toReversed()
    .slice(0, count);
  return Promise.all(newest.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))));
}

function page(mails: ReadMail[]): string {
  const articles = mails.map(
    ({ subject, to, date, text }) =>
      `<article><h2>${escape(subject)}</h2><p>To ${escape(to)}, <time>${escape(date)}</time></p><pre>${linked(escape(text))}</pre></article>`,
  );
  return (
    `${HEAD}<title>Mails that were not sent</title></head><body><h1>Mails</h1>` +
    `<p>No SMTP server is set, so mails are kept as files. Newest first; reload for more.</p>${articles.join('') || '<p>None yet.</p>'}</body></html>`
  );
}

const HEAD =
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">';

const ELSEWHERE =
  `${HEAD}<title>Mails</title></head><body><h1>Mails</h1>` +
  '<p>The start of Galley printed the address of this page: it begins like this one, and a secret follows.</p></body></html>';

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const linked = (escaped: string) => escaped.replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`);
