import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { requestData, callApi } from '../../tests/support/api.ts';
import { startApp } from '../../tests/support/server.ts';
import { PASSWORD } from '../../tests/support/sign-up.ts';
import { readMail } from '../dev/read-mail.ts';

test('a delayed mail has a code with its full lifetime', async () => {
  let isAway = true;
  const codes: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        codes.push(readMail(Buffer.concat(chunks).toString()).subject.slice(0, 6));
        // The first mails are accepted but answered with an error, so the sender does not know and sends again.
        done(isAway ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app = await startApp({
    settings: { SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` },
  });
  try {
    const email = 'patient@galley.test';
    await requestData(app.fetch, 'POST', '/auth/register', {
      body: { email, password: PASSWORD, restaurant_name: 'Anchor' },
    });
    const verify = (code: string) =>
      callApi(app.fetch, 'POST', '/auth/verify-email', { body: { email, otp_code: code } });
    await app.jobs.drain();
    expect(app.logged.filter(({ event }) => event === 'job_failed')).toMatchObject([{ job: 'mail.code' }]);
    app.clock.pass(20 * 60_000);
    await app.jobs.drain({ evenLater: true });
    isAway = false;
    app.clock.pass(20 * 60_000);
    await app.jobs.drain({ evenLater: true });
    expect(codes).toHaveLength(3);
    app.clock.pass(9 * 60_000);
    if (codes[0] !== codes[2]) expect((await verify(codes[0]!)).status).toBe(400);
    expect((await verify(codes[2]!)).status).toBe(200);
    expect(JSON.stringify(app.logged)).not.toContain('patient');
  } finally {
    await app.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
