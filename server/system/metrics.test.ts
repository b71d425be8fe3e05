import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { families } from '../platform/metrics.ts';

const TOKEN = 'a token for metrics';
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ settings: { METRICS_TOKEN: TOKEN } });
  owner = await signUp(app);
  await app.jobs.drain();
});
afterAll(() => app.close());

const ask = (token: string | null, from = app) =>
  from.fetch(
    new Request('https://galley.test/metrics', { headers: token === null ? {} : { Authorization: `Bearer ${token}` } }),
  );

test('counts requests, queues and streams in the form of Prometheus', async () => {
  await callApi(app.fetch, 'GET', '/menu', { token: owner.token });
  await callApi(app.fetch, 'GET', '/menu');
  const stream = await app.fetch(
    new Request('https://galley.test/backend/sync/stream', { headers: { Authorization: `Bearer ${owner.token}` } }),
  );
  const answer = await ask(TOKEN);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  for (const line of [
    '# TYPE galley_request_seconds histogram',
    'galley_requests_total{call="menu.list",status="200"} 1',
    'galley_requests_total{call="menu.list",status="401"} 1',
    'galley_request_seconds_bucket{call="menu.list",le="+Inf"} 2',
    'galley_request_seconds_count{call="menu.list"} 2',
    'galley_job_tries_total{job="mail.code",outcome="done"} 1',
    'galley_jobs_waiting{queue="mail_code"} 0',
    'galley_streams 1',
  ])
    expect(text.split('\n')).toContain(line);
  await stream.body?.cancel();
});

test('is for whoever has the token, and absent without one', async () => {
  expect((await ask(null)).status).toBe(401);
  expect((await ask('another token, longer')).status).toBe(401);
  const without = await startApp();
  expect((await ask(TOKEN, without)).status).toBe(404);
  await without.close();
});

test('the log names the restaurant of a request', async () => {
  await callApi(app.fetch, 'GET', '/menu', { token: owner.token });
  expect(app.logged.findLast(({ event }) => event === 'request')).toMatchObject({
    call: 'menu.list',
    restaurant_id: owner.restaurant.id,
  });
});

test('the dashboard draws each metric, and only what there is', () => {
  const drawn = readFileSync(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8').match(
    /galley_\w+/g,
  )!;
  const names = drawn.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(families).toSorted());
});
