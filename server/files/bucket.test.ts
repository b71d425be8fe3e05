import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { callApi } from '../../tests/support/api.ts';
import { startS3Double, type S3Double } from '../../tests/support/s3-double.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { deleteUnusedFiles } from './delete-unused.ts';

const DAY = 86_400_000;
let double: S3Double;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  double = await startS3Double({ accessKey: 'galley', secretKey: 'a secret of forty letters' });
  app = await startApp({
    settings: {
      FILES_BUCKET: 'pictures',
      FILES_ACCESS_KEY: 'galley',
      FILES_SECRET_KEY: 'a secret of forty letters',
      FILES_STORE_URL: double.url,
    },
  });
  owner = await signUp(app);
});
afterAll(async () => {
  await app.close();
  await double.close();
});

async function put(id = newId()) {
  const form = new FormData();
  for (const width of IMAGE_WIDTHS)
    form.append(
      'files',
      new Blob([
        await sharp({ create: { width, height: 9, channels: 3, background: '#a33' } })
          .webp()
          .toBuffer(),
      ]),
    );
  const headers = { Authorization: `Bearer ${owner.token}` };
  return app.fetch(new Request(`https://galley.test/backend/files/${id}`, { method: 'PUT', headers, body: form }));
}
const health = async () =>
  (await callApi<{ files_fault: string | null }>(app.fetch, 'GET', '/health')).data.files_fault;
const rows = async () => (await app.pools.owner.query('SELECT 1 FROM files')).rowCount;
const sweep = () => deleteUnusedFiles(app.pools.owner, openFiles(app.env), app.clock.now());

test('a bucket that refuses is named to caller and monitor, and no sweep leaves a file that nobody knows', async () => {
  expect((await put()).status).toBe(200);
  await sweep();
  app.clock.pass(8 * DAY);
  double.isBroken = true;
  const refused = await put();
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'files_down' }]);
  expect(app.logged.at(-2)).toMatchObject({
    event: 'busy',
    message: 'The bucket pictures does not work: AccessDenied',
  });
  expect(await health()).toBe('AccessDenied');
  await expect(sweep()).rejects.toThrow('AccessDenied');
  expect([await rows(), double.files.size]).toEqual([2, 3]);
  double.isBroken = false;
  await sweep();
  expect([await health(), await rows(), double.files.size]).toEqual([null, 1, 0]);
});
