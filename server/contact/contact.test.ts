import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { renderSite } from '../../site/site.ts';
import { createApp, type App } from '../app.ts';
import { readSite } from '../web/site.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';

const TO = 'hello@galley.test';
let app: TestApp;
/** The same app with its public pages. */
let whole: App;
let visitor = 0;

beforeAll(async () => {
  app = await startApp({ settings: { CONTACT_EMAIL: TO } });
  const dist = join(app.env.dataDir, 'dist');
  await mkdir(join(dist, '.site'), { recursive: true });
  for (const { name, content } of await renderSite())
    if (name.startsWith('.site/')) await writeFile(join(dist, name), content);
  const { pools, env, clock, log, jobs } = app;
  whole = createApp({ pools, env, clock, log, jobs, site: await readSite(dist, env) });
});
afterAll(async () => {
  whole.close();
  await app.close();
});
beforeEach(async () => {
  await app.jobs.drain();
  await app.pools.owner.query('DELETE FROM contact_messages');
  visitor += 1;
});

const from = () => ({ 'x-forwarded-for': `192.0.2.${visitor}` });
const right = { name: 'Amara Sharpe', email: 'Amara@Example.com', message: 'Can I bring my past orders?' };

const send = (body: object, headers: Record<string, string> = from()) =>
  callApi(app.fetch, 'POST', '/contact', { body, headers });

/** As a browser sends the form: without JavaScript, unless JSON is requested. */
const submit = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const request = new Request('https://galley.test/contact-us', {
    method: 'POST',
    headers: { ...from(), accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
  return whole.fetch(request);
};

const stored = async () => {
  const { rows } = await app.pools.owner.query(
    'SELECT name, email, restaurant_name, message, mailed_at FROM contact_messages ORDER BY created_at, id',
  );
  return rows;
};

/** The newest mail as sent, with headers. */
const newestMail = async () => {
  await app.jobs.drain();
  const folder = join(app.env.dataDir, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  return readFile(join(folder, names.toSorted().at(-1)!), 'utf8');
};
const headOf = (mail: string) => mail.slice(0, mail.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ');

describe('a message to the operator', () => {
  test('is stored, mailed once, and can be replied to', async () => {
    const { status, data } = await send({ ...right, restaurant_name: 'The Anchor' });
    expect([status, data]).toEqual([200, { is_received: true }]);
    const [mail] = await app.mailsTo(TO);
    expect(mail).toMatchObject({ subject: 'Contact form: The Anchor' });
    expect(mail!.text).toContain('E-mail: amara@example.com');
    expect(mail!.text).toContain('Can I bring my past orders?');
    expect(headOf(await newestMail())).toMatch(/^Reply-To: "?Amara Sharpe"? <amara@example\.com>$/m);
    expect(await stored()).toMatchObject([
      { name: right.name, email: 'amara@example.com', restaurant_name: 'The Anchor', mailed_at: expect.any(Date) },
    ]);
    const before = (await app.mailsTo(TO)).length;
    expect(await app.mailsTo(TO)).toHaveLength(before);
    expect(await app.mailsTo('amara@example.com')).toEqual([]);
  });

  test('sent twice is one message; changed or later, another', async () => {
    await app.jobs.drain();
    const before = (await app.mailsTo(TO)).length;
    await Promise.all([send(right), send(right), send({ ...right, email: 'amara@example.com' })]);
    expect(await stored()).toHaveLength(1);
    expect(await app.mailsTo(TO)).toHaveLength(before + 1);
    await send({ ...right, message: 'Something else' });
    app.clock.pass(25 * 3_600_000);
    await send(right);
    expect(await stored()).toHaveLength(3);
  });

  test('of a bot gets the same answer and is dropped', async () => {
    const before = (await app.mailsTo(TO)).length;
    const { status, data } = await send({ ...right, website: 'https://spam.example' });
    expect([status, data]).toEqual([200, { is_received: true }]);
    expect(await stored()).toEqual([]);
    expect(await app.mailsTo(TO)).toHaveLength(before);
  });

  test('is refused after ten from one address for a while', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send({ ...right, message: `No. ${n}` })).status).toBe(200);
    const eleventh = await send({ ...right, message: 'No. 11' });
    expect([eleventh.status, eleventh.error?.code]).toEqual([429, 'too_many']);
    expect(Number(eleventh.headers.get('Retry-After'))).toBeGreaterThan(0);
    visitor += 1;
    expect((await send({ ...right, message: 'From elsewhere' })).status).toBe(200);
    visitor -= 1;
    app.clock.pass(10 * 60_000 + 1000);
    expect((await send({ ...right, message: 'Later' })).status).toBe(200);
    expect(await stored()).toHaveLength(12);
  });

  test.each([
    ['name', { name: 'Amara\r\nBcc: everybody@example.com' }],
    ['name', { name: 'Amara\u2028Bcc: everybody@example.com' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['email', { email: 'amara@example.com\r\nBcc: everybody@example.com' }],
    ['email', { email: 'amara@example.com, everybody@example.com' }],
    ['email', { email: 'Amara <amara@example.com>' }],
    ['email', { email: 'amara' }],
    ['restaurant_name', { restaurant_name: 'The\nAnchor' }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(4001) }],
    ['message', { message: 'x\u0000' }],
    ['to', { to: 'everybody@example.com' }],
  ])('with an invalid %s is refused by field (%o)', async (field, wrong) => {
    const { status, error } = await send({ ...right, ...wrong });
    expect([status, Object.keys(error?.field_errors ?? {})]).toEqual([422, [field]]);
    expect(await stored()).toEqual([]);
  });

  test('adds only a name and an address to the headers', async () => {
    const name = '"Amara" <everybody@example.com>, Bcc: x@example.com; =?utf-8?q?=0ABcc:?= Ünal 海';
    const { status } = await send({ ...right, name, message: 'Hello\r\nBcc: everybody@example.com\r\n\r\n.\r\nQUIT' });
    expect(status).toBe(200);
    const head = headOf(await newestMail());
    expect(head.match(/^To: .*$/m)?.[0]).toBe(`To: ${TO}`);
    expect(head).not.toMatch(/^(Bcc|Cc):/im);
    expect(head.match(/^Reply-To: .*<([^<>]*)>$/m)?.[1]).toBe('amara@example.com');
  });

  test('is deleted after 180 days', async () => {
    await send(right);
    await deleteOldOf('contact', app, new Date(app.clock.now().getTime() + 179 * 86_400_000));
    expect(await stored()).toHaveLength(1);
    await deleteOldOf('contact', app, new Date(app.clock.now().getTime() + 180 * 86_400_000));
    expect(await stored()).toEqual([]);
  });

  test('cannot be read by either role of the API', async () => {
    await expect(app.pools.app.query('SELECT 1 FROM contact_messages')).rejects.toThrow('permission denied');
    await expect(app.pools.accounts.query('SELECT message FROM contact_messages')).rejects.toThrow('permission denied');
    await expect(app.pools.accounts.query('DELETE FROM contact_messages')).rejects.toThrow('permission denied');
  });
});

describe('the form without JavaScript', () => {
  test('redirects to a confirmation page that can be reloaded', async () => {
    const answer = await submit({ ...right, restaurant_name: '', website: '', message: 'Two\r\nlines' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/contact-us?sent']);
    expect(await stored()).toMatchObject([{ name: right.name, restaurant_name: null, message: 'Two\nlines' }]);
  });

  test('returns with the input and its errors, escaped', async () => {
    const typed = { name: '<script>alert(1)</script>{{operator}}', email: 'no"onfocus="x', message: '</textarea><b>' };
    const answer = await submit(typed);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([422, 'text/html; charset=utf-8']);
    expect(html).toContain('value="&#60;script&#62;alert(1)&#60;/script&#62;{{operator}}"');
    expect(html).toContain('value="no&#34;onfocus=&#34;x"');
    expect(html).toContain('&#60;/textarea&#62;&#60;b&#62;</textarea>');
    expect(html).toMatch(/id="email"[^>]* aria-invalid="true"[^>]* aria-describedby="email-hint email-wrong"/);
    expect(html).toContain('Write an e-mail address such as');
    expect(html).not.toMatch(/id="name"[^>]* aria-invalid/);
    expect(html).toContain('look at the marked fields');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(await stored()).toEqual([]);
  });

  test('tells when the next message may be sent', async () => {
    for (let n = 0; n < 10; n += 1) await submit({ ...right, message: `No. ${n}` });
    const answer = await submit({ ...right, message: 'Eleven' });
    const html = await answer.text();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, expect.any(String)]);
    expect(html).toContain('Try again in 10 min');
    expect(html).toContain('Eleven</textarea>');
  });

  test('of another site, type or excessive length is refused', async () => {
    expect((await submit(right, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await submit({ ...right, message: 'x'.repeat(70_000) })).status).toBe(413);
    const request = (headers: Record<string, string>, body: string) =>
      new Request('https://galley.test/contact-us', { method: 'POST', headers: { ...from(), ...headers }, body });
    expect((await whole.fetch(request({ 'content-type': 'text/plain' }, 'name=x'))).status).toBe(415);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const foreign = request({ ...form, origin: 'https://evil.example' }, 'name=x');
    expect((await whole.fetch(foreign)).status).toBe(403);
    expect((await whole.fetch(request({ ...form, origin: 'null' }, 'name=x'))).status).toBe(403);
    expect((await whole.fetch(request({ ...form, origin: 'https://galley.test' }, 'name=x'))).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  test('answers the page’s script in JSON without cookies', async () => {
    const answer = await submit(right, { accept: 'application/json' });
    expect([answer.status, await answer.json()]).toEqual([200, { data: { is_received: true } }]);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const wrong = await submit({ ...right, email: 'x' }, { accept: 'application/json' });
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { field_errors: { email: expect.any(String) } }]);
  });
});
