import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startReportSink, type ReportSink } from '../../tests/support/report-sink.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';

let sink: ReportSink;
let app: TestApp;

beforeAll(async () => {
  sink = await startReportSink();
  app = await startApp({ settings: { VITE_SENTRY_DSN: sink.dsn } });
});
afterAll(() => Promise.all([app.close(), sink.close()]));
beforeEach(() => {
  sink.received.length = 0;
  sink.answer(200);
});

const report = (dsn: string) => `${JSON.stringify({ dsn })}\n{"type":"event"}\n{"message":"It broke"}`;
const post = (body: string, { to = app, from = '203.0.113.9' } = {}) =>
  Promise.resolve(
    to.fetch(
      new Request('https://galley.test/backend/telemetry', {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': from, 'content-type': 'text/plain;charset=UTF-8' },
      }),
    ),
  );

describe('an error report of a page', () => {
  test('is forwarded unchanged with this installation’s key', async () => {
    expect((await post(report(sink.dsn))).status).toBe(200);
    expect(sink.received).toEqual([
      {
        path: '/api/42/envelope/?sentry_version=7&sentry_key=publickey',
        lines: report(sink.dsn).split('\n'),
      },
    ]);
  });

  test('for another service is not forwarded', async () => {
    const other = sink.dsn.replace('publickey', 'another');
    for (const body of [report(other), report('https://k@evil.example/1'), '', 'no report', '{"dsn":5}\n', '[1]\n'])
      expect((await post(body)).status).toBeGreaterThanOrEqual(400);
    expect(sink.received).toEqual([]);
  });

  test('that is too large is refused', async () => {
    expect((await post(report(sink.dsn) + 'x'.repeat(200_000))).status).toBe(413);
    expect(sink.received).toEqual([]);
  });

  test('returns the service’s limits, or 502 if down', async () => {
    sink.answer(429, { 'retry-after': '60', 'set-cookie': 'a=b' });
    const limited = await post(report(sink.dsn));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    expect(limited.headers.get('set-cookie') ?? '').not.toContain('a=b');
    sink.answer(500);
    expect((await post(report(sink.dsn))).status).toBe(502);
  });

  test('is not forwarded to redirects', async () => {
    sink.answer(307, { location: sink.dsn.replace('publickey@', '') });
    expect((await post(report(sink.dsn))).status).toBe(502);
    expect(sink.received).toHaveLength(1);
  });

  test('is counted per network', async () => {
    const answers = await Promise.all(Array.from({ length: 301 }, () => post('no report', { from: '198.51.100.1' })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await post(report(sink.dsn), { from: '198.51.100.2' })).status).toBe(200);
  });

  test('is 404 without a service', async () => {
    const silent = await startApp();
    expect((await post(report(sink.dsn), { to: silent })).status).toBe(404);
    await silent.close();
    expect(sink.received).toEqual([]);
  });
});
