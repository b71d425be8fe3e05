import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { mailboxPath } from './mailbox.ts';

let app: TestApp;
const LOCAL = { PUBLIC_URL: 'http://localhost:8080', TRUST_PROXY: '0' };
beforeAll(async () => {
  app = await startApp({ settings: LOCAL });
  await signUp(app, { email: 'ada@galley.test' });
});
afterAll(() => app.close());

const from = (remoteAddress?: string) => ({ incoming: { socket: { remoteAddress } } });

interface Visit {
  origin?: string;
  /** Default: with the secret. */
  path?: string;
  headers?: Record<string, string>;
  bindings?: object;
}

async function fetchPage(
  at: TestApp,
  {
    origin = 'http://localhost:8080',
    path = mailboxPath(at.env),
    headers = {},
    bindings = from('127.0.0.1'),
  }: Visit = {},
) {
  const response = await at.fetch(new Request(origin + path, { headers }), bindings);
  const { status, headers: responseHeaders } = response;
  return {
    status,
    type: responseHeaders.get('content-type'),
    policy: responseHeaders.get('content-security-policy'),
    text: await response.text(),
  };
}

test.each([
  ['http://localhost:8080', from('127.0.0.1')],
  ['http://127.0.0.1:8080', from('::ffff:127.0.0.1')],
  ['http://[::1]:8080', from('::1')],
  ['http://localhost', {}],
])('/dev/mail shows stored mails to a local visitor (%s)', async (origin, bindings) => {
  const { status, type, policy, text } = await fetchPage(app, { origin, bindings });
  expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  expect(policy).toContain("default-src 'none'");
  expect(text).toMatch(/\d{6} is your Galley code/);
  expect(text).toContain('ada@galley.test');
});

// A proxy that adds no header and sends a name of its own: its visitors look like local ones.
test.each(['/dev/mail', '/dev/mail/guessed', `/dev/mail/${'A'.repeat(32)}`])('%s shows no mail', async (path) => {
  const { status, text } = await fetchPage(app, { path });
  expect(status).toBe(403);
  expect(text).not.toContain('ada@galley.test');
});

test('the address without the secret says where to find it', async () => {
  const { text, policy } = await fetchPage(app, { path: '/dev/mail' });
  expect(text).toContain('The start of Galley printed the address of this page');
  expect(policy).toContain("default-src 'none'");
  expect(text).not.toContain(mailboxPath(app.env));
});

test('the address differs between installations', () => {
  expect(mailboxPath(app.env)).toMatch(/^\/dev\/mail\/[\w-]{32}$/);
  expect(mailboxPath({ secretsKey: 'k'.repeat(32) })).not.toBe(mailboxPath(app.env));
});

test.each([
  ['another device of the network', { bindings: from('192.168.1.20') }],
  ['a connection that has no address any more', { bindings: from() }],
  ['a page whose name was made to lead here', { origin: 'http://rebound.example:8080' }],
  ['the address by which the network knows this machine', { origin: 'http://192.168.1.5:8080' }],
  ['a name that only begins like ours', { origin: 'http://localhost.evil.example' }],
  ["a proxy's visitor", { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
  ["a proxy's visitor who says to be at home", { headers: { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' } }],
  ["another proxy's visitor", { headers: { Forwarded: 'for=203.0.113.9' } }],
  ['a proxy that calls its visitor local', { headers: { 'X-Forwarded-For': '127.0.0.1' } }],
  ['a proxy that tells only the host', { headers: { 'X-Forwarded-Host': 'galley.example.com' } }],
  ['a proxy that tells only the scheme', { headers: { 'X-Forwarded-Proto': 'https' } }],
  ['a proxy that tells only the address', { headers: { 'X-Real-IP': '203.0.113.9' } }],
  ['a proxy that tells only itself', { headers: { Via: '1.1 proxy' } }],
  ["a tunnel's visitor", { headers: { 'CF-Connecting-IP': '203.0.113.9' } }],
])('/dev/mail does not exist for %s', async (_who, visit) => {
  const { status, text } = await fetchPage(app, visit);
  expect(status).toBe(404);
  expect(text).not.toContain('ada@galley.test');
});

test.each([
  ['production', { NODE_ENV: 'production', SECRETS_KEY: 'k'.repeat(32) }],
  ['an installation with a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['an installation with a public address', { PUBLIC_URL: 'https://galley.example.com' }],
  ['an installation that listens to its network', { HOST: '0.0.0.0' }],
  ['an installation behind a proxy', { TRUST_PROXY: '1' }],
])('%s has no /dev/mail', async (_where, settings) => {
  const other = await startApp({ settings: { ...LOCAL, ...settings } });
  try {
    expect((await fetchPage(other)).status).toBe(404);
  } finally {
    await other.close();
  }
});
