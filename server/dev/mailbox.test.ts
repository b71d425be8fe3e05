import { expect, test } from 'vitest';
import { startApp } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/sign-up.ts';

const get = async (settings: Record<string, string>) => {
  const app = await startApp({ settings });
  try {
    await signUp(app, { email: 'ada@galley.test' });
    const response = await app.fetch(new Request('http://localhost/dev/mail'));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  } finally {
    await app.close();
  }
};

test('/dev/mail shows the mails that were kept as files', async () => {
  const { status, type, text } = await get({});
  expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  expect(text).toMatch(/\d{6} is your Galley code/);
  expect(text).toContain('ada@galley.test');
});

test('production has no /dev/mail', async () => {
  const { status, text } = await get({ NODE_ENV: 'production', SECRETS_KEY: 'k'.repeat(32) });
  expect(status).toBe(404);
  expect(text).not.toContain('ada@galley.test');
});
