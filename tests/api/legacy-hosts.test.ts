import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacyTarget } from '../../contract/legacy-hosts.ts';
import { listen, type Listening } from '../../server/http/listen.ts';
import { startApp, type TestApp } from '../support/server.ts';

const TARGET = 'https://www.galley.test/restaurant';

let app: TestApp;
let server: Listening;

beforeAll(async () => {
  app = await startApp({
    settings: {
      VITE_BUSINESS_HOST: 'business.galley.test',
      VITE_RESTAURANT_HOST: 'restaurant.galley.test:8443',
      VITE_MARKETING_SITE: 'https://www.galley.test',
    },
  });
  server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

interface Visit {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** A visit as it arrives over the network, with any `Host` header. */
const visit = (host: string, { path = '/', method = 'GET', headers = {} }: Visit = {}) =>
  new Promise<{ status: number; to: string | null }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers: { ...headers, host } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode!, to: response.headers.location ?? null });
    });
    sent.end();
  });

describe('a visit on a legacy host', () => {
  test.each([
    '/',
    '/login',
    '/restaurant',
    '/restaurant/orders/7?x=1',
    '/nothing',
    '/sw.js',
    '//evil.example',
    '/?next=//evil.example',
  ])("to %s is redirected to the marketing site's restaurant page", async (path) => {
    for (const host of [
      'business.galley.test',
      'BUSINESS.galley.test:1234',
      'business.galley.test.',
      'restaurant.galley.test:8443',
    ])
      expect(await visit(host, { path })).toEqual({ status: 302, to: TARGET });
  });

  test('still reaches the API, which old devices use', async () => {
    expect(await visit('business.galley.test', { path: '/backend/health' })).toEqual({ status: 200, to: null });
  });
});

describe('a visit on another host is not redirected', () => {
  test.each([
    'galley.test',
    'www.galley.test',
    'restaurant.galley.test',
    'restaurant.galley.test:8444',
    'xbusiness.galley.test',
    'business.galley.test.evil.example',
    'a.business.galley.test',
    'business.galley.test@evil.example',
    'evil.example#business.galley.test',
    'evil.example',
    '127.0.0.1',
  ])('%s', async (host) => expect((await visit(host)).to).toBeNull());

  test.each<Record<string, string>>([
    { 'x-forwarded-host': 'business.galley.test' },
    { forwarded: 'host=business.galley.test' },
    { 'x-host': 'business.galley.test' },
    { 'x-original-host': 'business.galley.test' },
    { referer: 'https://business.galley.test/' },
  ])('whatever else it says about hosts: %j', async (headers) => {
    expect((await visit('galley.test', { headers })).to).toBeNull();
  });

  test('on a legacy host ignores other headers that name hosts', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'javascript',
      origin: 'https://evil.example',
    };
    expect(await visit('business.galley.test', { headers })).toEqual({ status: 302, to: TARGET });
  });

  test('ignores a host in the request target', async () => {
    const { to } = await visit('business.galley.test', { path: 'http://evil.example/' });
    expect([null, TARGET]).toContain(to);
  });
});

test('never redirects to a marketing site on a legacy host', () => {
  const legacy = { hosts: ['business.galley.test', ''], marketingSite: 'https://Business.galley.test/' };
  expect(legacyTarget('business.galley.test', legacy)).toBeNull();
  expect(legacyTarget('', { ...legacy, marketingSite: 'https://www.galley.test/' })).toBeNull();
  expect(legacyTarget('business.galley.test', { ...legacy, marketingSite: '' })).toBeNull();
  expect(legacyTarget('business.galley.test', { ...legacy, marketingSite: 'https://www.galley.test/' })).toBe(TARGET);
});
