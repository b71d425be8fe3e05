import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/server.ts';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const ask = (path: string) =>
  app.fetch(new Request(`http://localhost/backend${path}`, { headers: { 'Accept-Encoding': 'gzip, br' } }));

test('what holds many rows is sent compressed to those who take it', async () => {
  const answer = await ask('/openapi.json');
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  const body = Buffer.from(await answer.arrayBuffer());
  const text = gunzipSync(body);
  expect(JSON.parse(text.toString()).openapi).toBe('3.1.0');
  expect(body.length * 4).toBeLessThan(text.length);
});

test('an answer about an account is not, for its length would tell of the secret in it', async () => {
  expect((await ask('/auth/user')).headers.get('Content-Encoding')).toBeNull();
});
