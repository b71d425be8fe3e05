import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
const LOCAL = { PUBLIC_URL: 'http://localhost:8080', TRUST_PROXY: '0' };
beforeAll(async () => {
  app = await startApp({ settings: LOCAL });
  await signUp(app, { email: 'ada@galley.test' });
});
afterAll(() => app.close());

const from = (remoteAddress?: string) => ({ incoming: { socket: { remoteAddress } } });

interface Visit {
  url?: string;
  headers?: Record<string, string>;
  bindings?: object;
}

async function fetchPage(
  at: TestApp,
  { url = 'http://localhost:8080/dev/mail', headers = {}, bindings = from('127.0.0.1') }: Visit = {},
) {
  const response = await at.fetch(new Request(url, { headers }), bindings);
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
  const { status, type, policy, text } = await fetchPage(app, { url: `${origin}/dev/mail`, bindings });
  expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  expect(policy).toContain("default-src 'none'");
  expect(text).toMatch(/\d{6} is your Galley code/);
  expect(text).toContain('ada@galley.test');
});

test.each([
  ['another device of the network', { bindings: from('192.168.1.20') }],
  ['a connection that has no address any more', { bindings: from() }],
  ['a page whose name was made to lead here', { url: 'http://rebound.example:8080/dev/mail' }],
  ['the address by which the network knows this machine', { url: 'http://192.168.1.5:8080/dev/mail' }],
  ['a name that only begins like ours', { url: 'http://localhost.evil.example/dev/mail' }],
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
