import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { addressInUseMail, codeMail, resetMail } from '../auth/mails.ts';
import { mailboxPage, mailboxPath } from '../dev/mailbox.ts';
import { readMail } from '../dev/read-mail.ts';
import { GiveUp } from '../platform/give-up.ts';
import { createLog } from '../platform/log.ts';
import { watchMail } from '../platform/mail-watch.ts';
import { closeMailers, openMailer, openMailers, type Mailer } from './mail.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const opened = (mailer: Mailer) => {
  ends.push(() => mailer.close());
  return mailer;
};

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'galley-mail-'));
  ends.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** A mail server that accepts all mail except for `refused@`, and for `later@` not now. `hold` says when it answers an address. */
async function smtp({
  hold = (_address, go) => go(),
}: { hold?: (address: string, go: () => void) => void } = {}): Promise<{
  url: string;
  received: { from: string; to: string[]; source: string }[];
}> {
  const received: { from: string; to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => hold(address, () => done(refusalOf(address))),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

function refusalOf(address: string): Error | undefined {
  const responseCode = address.startsWith('refused@') ? 550 : address.startsWith('later@') ? 450 : null;
  return responseCode === null
    ? undefined
    : Object.assign(new Error(`No such mailbox: <${address}>`), { responseCode });
}

const mailFrom = 'Galley <no-reply@galley.test>';
const code = codeMail('042917', 10);

test('a mail is sent with headers, text and HTML', async () => {
  const { url, received } = await smtp();
  const mailer = opened(openMailer({ smtpUrl: url, mailFrom, dataDir: '/nowhere' }));
  await mailer.send({ to: 'owner@galley.test', ...code });
  expect(received).toMatchObject([{ from: 'no-reply@galley.test', to: ['owner@galley.test'] }]);
  const { source } = received[0]!;
  expect(source).toMatch(/^From: Galley <no-reply@galley\.test>\r$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(source).toMatch(/^Subject: 042917 is your Galley code\r$/m);
  expect(readMail(source)).toMatchObject({ to: 'owner@galley.test', text: code.text.trim() });
  expect(source).toContain('text/html');
});

test('a missing mailbox ends the job without its address', async () => {
  const { url, received } = await smtp();
  const mailer = opened(openMailer({ smtpUrl: url, mailFrom, dataDir: '/nowhere' }));
  const report = await mailer.send({ to: 'refused@galley.test', ...code }).catch((error: unknown) => error);
  expect(report).toBeInstanceOf(GiveUp);
  expect(String(report)).not.toContain('refused@');
  expect(received).toEqual([]);
});

test('an unreachable mail server is an error', async () => {
  const mailer = opened(openMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom, dataDir: '/nowhere' }));
  const report = await mailer.send({ to: 'owner@galley.test', ...code }).catch((error: unknown) => error);
  expect(report).not.toBeInstanceOf(GiveUp);
  expect(String(report)).toContain('ECONNREFUSED');
});

describe('a mail server', () => {
  const env = { mailFrom, dataDir: '/nowhere' };
  const to = 'owner@galley.test';

  /** Mails through a server, or through one that is away, with a clock that stands still. */
  function open(smtpUrl: string) {
    const time = { at: Date.parse('2026-11-20T18:30:00.000Z') };
    const logged: { level: string; event: string }[] = [];
    const clock = { now: () => new Date(time.at) };
    const log = createLog('info', (line) => logged.push(JSON.parse(line) as (typeof logged)[0]), clock.now);
    const watch = watchMail({ clock, log });
    const mailers = openMailers({ smtpUrl, ...env }, watch);
    ends.push(() => closeMailers(mailers));
    return { time, logged, watch, mailers };
  }

  test('that stays down is an error, once an hour', async () => {
    const { time, logged, watch, mailers } = open('smtp://127.0.0.1:1');
    const attempt = () => mailers.codes.send({ to, ...code }).catch(() => undefined);
    await attempt();
    time.at += 4 * 60_000;
    await attempt();
    expect([logged, watch.downSince()]).toEqual([[], null]);
    for (const minutes of [1, 20, 45]) {
      time.at += minutes * 60_000;
      await attempt();
    }
    expect(logged).toMatchObject([
      { level: 'error', event: 'mail_down', reason: expect.stringContaining('ECONNREFUSED') },
      { level: 'error', event: 'mail_down' },
    ]);
    expect(watch.downSince()).toEqual(new Date('2026-11-20T18:30:00.000Z'));
  });

  test('that takes mail again is no longer down', async () => {
    const { url } = await smtp();
    const { time, logged, watch, mailers } = open(url);
    watch.failed(new Error('away'));
    time.at += 6 * 60_000;
    watch.failed(new Error('away'));
    await mailers.reports.send({ to, ...code });
    expect(logged.map(({ event }) => event)).toEqual(['mail_down', 'mail_up']);
    expect(watch.downSince()).toBeNull();
  });

  test('that refuses an address is not down', async () => {
    const { url } = await smtp();
    const { time, logged, watch, mailers } = open(url);
    for (let i = 0; i < 3; i += 1) {
      for (const address of ['refused@galley.test', 'later@galley.test'])
        await mailers.guests.send({ to: address, ...code }).catch(() => undefined);
      time.at += 10 * 60_000;
    }
    expect([logged, watch.downSince()]).toEqual([[], null]);
  });

  test('that hangs with reports takes a code', async () => {
    let isOver = false;
    const held: (() => void)[] = [];
    const { url, received } = await smtp({
      hold: (address, go) => (address.startsWith('report@') && !isOver ? void held.push(go) : go()),
    });
    const { mailers } = open(url);
    const reports = Array.from({ length: 10 }, () => mailers.reports.send({ ...code, to: 'report@galley.test' }));
    await expect.poll(() => held.length).toBe(3);
    await mailers.codes.send({ to, ...code });
    expect(received.map(({ to: [first] }) => first)).toEqual([to]);
    isOver = true;
    for (const go of held) go();
    await Promise.all(reports);
  });
});

test('without a server, mails become files sorted by time', async () => {
  const dataDir = await folder();
  const mailer = opened(openMailer({ smtpUrl: null, mailFrom, dataDir }));
  for (let i = 0; i < 5; i += 1) await mailer.send({ to: 'owner@galley.test', ...codeMail(`00000${i}`, 10) });
  const names = (await readdir(join(dataDir, 'mail'))).toSorted();
  expect(names.every((name) => /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-.*\.eml$/.test(name))).toBe(true);
  const subjects = await Promise.all(
    names.map(async (name) => readMail(await readFile(join(dataDir, 'mail', name), 'utf8')).subject),
  );
  expect(subjects).toEqual([0, 1, 2, 3, 4].map((i) => `00000${i} is your Galley code`));
  expect((await stat(join(dataDir, 'mail', names[0]!))).mode & 0o077).toBe(0);
});

test('the mail page shows the newest first, escaped', async () => {
  const dataDir = await folder();
  const env = { dataDir, secretsKey: 'k'.repeat(32) };
  const mailbox = mailboxPage(env);
  const page = () => mailbox(mailboxPath(env));
  expect(await (await page()).text()).toContain('None yet');
  const mailer = opened(openMailer({ smtpUrl: null, mailFrom, dataDir }));
  await mailer.send({ to: 'first@galley.test', ...code });
  await mailer.send({
    to: 'second@galley.test',
    ...resetMail('https://galley.test/confirm-forgot-password?token=abc_-123', 30),
  });
  await mailer.send({
    to: 'third@galley.test',
    subject: '<img src=x> Crème brûlée für 海',
    text: '<script>1</script> '.repeat(20),
    html: '',
  });
  const response = await page();
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(
    ['third@', 'second@', 'first@']
      .map((to) => html.indexOf(to))
      .every((at, i, all) => at > 0 && (i === 0 || at > all[i - 1]!)),
  ).toBe(true);
  expect(html).toContain('Crème brûlée für 海');
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain('<a href="https://galley.test/confirm-forgot-password?token=abc_-123">');
});

test('a subject cannot inject a header', async () => {
  const dataDir = await folder();
  const mailer = opened(openMailer({ smtpUrl: null, mailFrom, dataDir }));
  await mailer.send({ to: 'owner@galley.test', subject: 'Hello\r\nBcc: everybody@galley.test', text: 'x', html: 'x' });
  const [name] = await readdir(join(dataDir, 'mail'));
  expect(await readFile(join(dataDir, 'mail', name!), 'utf8')).not.toMatch(/^Bcc:/m);
});

test('no mail loads remote content or tracks readers', () => {
  const mails = [code, resetMail('https://galley.test/x', 30), addressInUseMail('https://galley.test')];
  for (const { html, text } of mails) {
    expect(html).not.toMatch(/<img|src=|http(?!s:\/\/galley\.test)/);
    expect(text).not.toContain('undefined');
  }
});
