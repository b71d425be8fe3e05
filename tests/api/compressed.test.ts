import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/server.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const get = (path: string) =>
  app.fetch(new Request(`http://localhost/backend${path}`, { headers: { 'Accept-Encoding': 'gzip, br' } }));

test('compresses long answers for clients that accept it', async () => {
  const answer = await get('/openapi.json');
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  const body = Buffer.from(await answer.arrayBuffer());
  const text = gunzipSync(body);
  expect(JSON.parse(text.toString()).openapi).toBe('3.1.0');
  expect(body.length * 4).toBeLessThan(text.length);
});

test('never compresses account answers, whose length would leak secrets', async () => {
  expect((await get('/auth/user')).headers.get('Content-Encoding')).toBeNull();
});
